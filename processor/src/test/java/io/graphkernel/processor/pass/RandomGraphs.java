package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.ValueType;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small graphs of ops that are chosen at random; a choice that does not type-check is dropped. */
final class RandomGraphs {

    private static final List<List<String>> SIGNATURES = List.of(
            List.of("f32[n, d]", "f32[n, d]", "f32[d]", "f32[n, 1]", "f32[]"),
            List.of("f32[n, n]", "f32[n]", "f32[n, 1]", "f32[n, n]"),
            List.of("f32[b, n, d]", "f32[b, 1, d]", "f32[n, 1]", "f32[d]", "f32[b, n, d]"),
            List.of("f32[n, 1, d]", "f32[1, d]", "f32[n, 1, 1]", "f32[1, 1, 1]"),
            List.of("f32[x0..]", "f32[x1..]", "f32[]", "f32[x3..]"));
    private static final List<String> UNARY = List.of("Exp", "Neg", "Tanh", "Square", "Rsqrt", "IdentityMath");
    private static final List<String> BINARY = List.of("Add", "Mul", "Sub", "Maximum", "Greater", "RealDiv");
    private static final List<String> REDUCTIONS = List.of("ReduceSum", "ReduceMax", "ReduceMean");

    private final Random random;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final List<Node> values = new ArrayList<>();
    private final List<Node> parameters = new ArrayList<>();

    private RandomGraphs(long seed) {
        random = new Random(seed);
    }

    /** The graph of a seed. */
    static Graph of(long seed) {
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
                if (!node.op().equals("Assign")) {
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
        int choice = random.nextInt(10);
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

    /** The last, the first or all axes: for those there are kernels whatever the shape. */
    private List<Long> axes(Node x) {
        if (x.shape().rank() == 0 || random.nextInt(4) == 0) {
            return List.of();
        }
        return List.of(random.nextInt(3) == 0 ? 0L : -1L);
    }

    private Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        boolean bool = List.of(operands).stream().anyMatch(operand -> operand.dtype() == DType.BOOL);
        String fitting = bool && operands.length == 2 && !name.equals("Assign") ? "LogicalAnd" : name;
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
