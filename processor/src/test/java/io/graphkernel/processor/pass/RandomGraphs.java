package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Small random graphs; a choice that does not type-check is dropped. */
public final class RandomGraphs {

    private static final List<List<String>> SIGNATURES = List.of(
            List.of("f32[n, d]", "f32[n, d]", "f32[d]", "f32[n, 1]", "f32[]"),
            List.of("f32[n, n]", "f32[n]", "f32[n, 1]", "f32[n, n]"),
            List.of("f32[b, n, d]", "f32[b, 1, d]", "f32[n, 1]", "f32[d]", "f32[b, n, d]"),
            List.of("f32[n, 1, d]", "f32[1, d]", "f32[n, 1, 1]", "f32[1, 1, 1]"),
            List.of("f32[n, 4]", "f32[4, n]", "f32[4]", "f32[2, n, 2]", "f32[n, n]"),
            List.of("f32[b, n, 6]", "f32[6, b]", "f32[b, 3, n]", "f32[1, n, 1]", "f32[n + b]"),
            List.of("f32[x0..]", "f32[x1..]", "f32[]", "f32[x3..]"));
    private static final List<String> UNARY = List.of("Exp", "Neg", "Tanh", "Abs", "Rsqrt", "IdentityMath");
    private static final List<String> BINARY = List.of("Add", "Mul", "Sub", "Maximum", "Greater", "RealDiv");
    private static final List<String> MOVEMENTS = List.of(
            "Transpose",
            "Reshape",
            "StridedSlice",
            "Reverse",
            "BroadcastTo",
            "Index",
            "Concat",
            "Gather",
            "CumSum",
            "MatMul",
            "Tile",
            "Pad",
            "Stack",
            "Softmax");
    private static final List<String> REDUCTIONS = List.of("ReduceSum", "ReduceMax", "ReduceProd");

    private final Random random;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final List<Node> values = new ArrayList<>();
    private final List<Node> parameters = new ArrayList<>();

    private RandomGraphs(long seed) {
        random = new Random(seed);
    }

    /** Returns the graph of a seed. */
    public static Graph of(long seed) {
        return new RandomGraphs(seed).run();
    }

    private Graph run() {
        List<String> signature = SIGNATURES.get(random.nextInt(SIGNATURES.size()));
        for (int i = 0; i < signature.size(); i++) {
            ValueType type = ValueType.parse(signature.get(i)).orElseThrow();
            parameters.add(builder.tensorParameter("x" + i, type));
        }
        values.addAll(parameters);
        int ops = 3 + random.nextInt(20);
        for (int i = 0; i < ops; i++) {
            try {
                Node node = operation();
                if (!node.isAssign()) {
                    values.add(node);
                }
            } catch (TypeException e) {
                continue;
            }
        }
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            outputs.add(new Graph.Output("out" + i, pick()));
        }
        return builder.build("f", outputs);
    }

    private Node operation() throws TypeException {
        int choice = random.nextInt(13);
        if (choice >= 10) {
            return movement(one(MOVEMENTS), pick());
        }
        if (choice < 3) {
            return op(one(UNARY), Attributes.NONE, pick());
        }
        if (choice < 7) {
            return op(one(BINARY), Attributes.NONE, pick(), random.nextInt(6) == 0 ? builder.constant(2) : pick());
        }
        if (choice == 7) {
            return op("Assign", Attributes.NONE, one(parameters), pick());
        }
        Node x = pick();
        Attributes attributes =
                Attributes.NONE.with(Attributes.AXES, axes(x)).with(Attributes.KEEP_DIMS, random.nextBoolean());
        return op(one(REDUCTIONS), attributes, x);
    }

    private Node movement(String name, Node x) throws TypeException {
        int rank = x.shape().rank();
        if (rank == 0 || x.shape().isUnranked()) {
            return op("IdentityMath", Attributes.NONE, x);
        }
        List<Dim> dims = x.shape().dims();
        long axis = random.nextInt(rank);
        Attributes along = Attributes.NONE.with(Attributes.AXIS, axis);
        return switch (name) {
            case "Transpose" -> {
                List<Long> permutation =
                        new ArrayList<>(LongStream.range(0, rank).boxed().toList());
                Collections.shuffle(permutation, random);
                yield op(name, Attributes.NONE.with(Attributes.PERMUTATION, List.copyOf(permutation)), x);
            }
            case "Reshape" -> op(name, dims(regrouped(dims)), x);
            case "StridedSlice" -> slice(x);
            case "Reverse" -> op(name, Attributes.NONE.with(Attributes.AXES, List.of(axis)), x);
            case "BroadcastTo" -> op(name, dims(wider(dims)), x);
            case "Index" ->
                op(
                        "Cast",
                        Attributes.NONE.with(Attributes.DTYPE, "f32"),
                        op(name, dims(dims).with(Attributes.AXIS, axis)));
            case "Concat" -> op(name, along, x, random.nextBoolean() ? x : op("Neg", Attributes.NONE, x), sameShape(x));
            case "Gather" -> {
                Node index = op("Index", dims(List.of(Dim.of("n"))).with(Attributes.AXIS, 0L));
                yield op(name, along, x, index);
            }
            case "CumSum", "Softmax" -> op(name, along, x);
            case "Stack" -> op(name, along, x, sameShape(x));
            case "Tile" -> {
                List<Dim> multiples =
                        dims.stream().map(dim -> Dim.of(1 + random.nextInt(2))).toList();
                yield op(name, Attributes.NONE.with("multiples", multiples), x);
            }
            case "Pad" -> {
                List<Dim> before =
                        dims.stream().map(dim -> Dim.of(random.nextInt(2))).toList();
                List<Dim> after =
                        dims.stream().map(dim -> Dim.of(random.nextInt(2))).toList();
                yield op(name, Attributes.NONE.with("before", before).with("after", after), x, builder.constant(3));
            }
            default -> op(name, Attributes.NONE.with(Attributes.TRANSPOSE_A, random.nextBoolean()), x, pick());
        };
    }

    private static Attributes dims(List<Dim> dims) {
        return Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims));
    }

    /** Merges two adjacent axes, splits an even one, or adds one of size 1. */
    private List<Dim> regrouped(List<Dim> dims) {
        List<Dim> result = new ArrayList<>(dims);
        int axis = random.nextInt(dims.size());
        if (random.nextBoolean() && axis + 1 < dims.size()) {
            result.set(axis, dims.get(axis).times(result.remove(axis + 1)));
        } else if (dims.get(axis).exactQuotient(Dim.of(2)).isPresent()) {
            result.set(axis, dims.get(axis).exactQuotient(Dim.of(2)).orElseThrow());
            result.add(axis, Dim.of(2));
        } else {
            result.add(axis, Dim.ONE);
        }
        return result;
    }

    private List<Dim> wider(List<Dim> dims) {
        List<Dim> result = new ArrayList<>(dims);
        result.replaceAll(dim -> dim.equals(Dim.ONE) ? Dim.of("n") : dim);
        if (random.nextBoolean()) {
            result.add(0, Dim.of("b"));
        }
        return result;
    }

    private Node slice(Node x) throws TypeException {
        List<Dim> begin = new ArrayList<>();
        List<Dim> end = new ArrayList<>();
        List<Long> steps = new ArrayList<>();
        for (Dim dim : x.shape().dims()) {
            boolean whole = dim.equals(Dim.ONE) || random.nextBoolean();
            boolean backwards = random.nextInt(4) == 0;
            begin.add(whole ? Dim.ZERO : backwards ? dim.minus(Dim.ONE) : Dim.of(random.nextInt(2)));
            end.add(whole ? dim : backwards ? Dim.of(Long.MIN_VALUE) : dim);
            steps.add(whole ? 1L : (backwards ? -1L : 1L) * (1 + random.nextInt(2)));
        }
        Attributes attributes = Attributes.NONE
                .with(Attributes.BEGIN, List.copyOf(begin))
                .with(Attributes.END, List.copyOf(end))
                .with(Attributes.STRIDES, List.copyOf(steps));
        return op("StridedSlice", attributes, x);
    }

    private Node sameShape(Node x) {
        List<Node> candidates =
                values.stream().filter(value -> value.type().equals(x.type())).toList();
        return one(candidates);
    }

    private List<Long> axes(Node x) {
        return LongStream.range(0, x.shape().rank())
                .filter(axis -> random.nextInt(3) > 0)
                .boxed()
                .toList();
    }

    private Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        boolean bool = List.of(operands).stream().anyMatch(operand -> operand.dtype() == DataType.BOOL);
        String fitting = bool && BINARY.contains(name) ? "LogicalAnd" : name;
        return builder.operation(fitting, List.of(operands), attributes, "", Origin.NONE);
    }

    private Node pick() {
        int recent = Math.min(values.size(), 4);
        return random.nextBoolean() ? one(values) : values.get(values.size() - 1 - random.nextInt(recent));
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
