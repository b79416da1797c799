package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
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

/** Random graphs of elementwise ops, broadcasts and row reductions, which always fit in one kernel. */
public final class RowGraphs {

    private static final List<List<String>> SIGNATURES = List.of(
            List.of("f32[n, d]", "f32[n, d]", "f32[d]", "f32[n, 1]", "f32[]"),
            List.of("f32[b, n, d]", "f32[b, n, d]", "f32[1, 1, d]", "f32[b, n, 1]", "f32[d]"),
            List.of("f32[n, 768]", "f32[768]", "f32[n, 1]", "f32[n, 768]"),
            Collections.nCopies(16, "f32[n, d]"),
            List.of("f32[x0..]", "f32[x0..]", "f32[]"));
    private static final List<String> UNARY = List.of("Exp", "Neg", "Tanh", "Abs", "Rsqrt", "Square", "Sigmoid");
    private static final List<String> BINARY = List.of("Add", "Mul", "Sub", "Maximum", "RealDiv");
    private static final List<String> REDUCTIONS = List.of("ReduceSum", "ReduceMax", "ReduceMean");

    private final Random random;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final List<Node> values = new ArrayList<>();

    private RowGraphs(long seed) {
        random = new Random(seed);
    }

    /** Returns the graph of a seed. */
    public static Graph of(long seed) {
        return new RowGraphs(seed).run();
    }

    private Graph run() {
        List<String> signature = SIGNATURES.get(random.nextInt(SIGNATURES.size()));
        for (int i = 0; i < signature.size(); i++) {
            values.add(builder.tensorParameter(
                    "x" + i, ValueType.parse(signature.get(i)).orElseThrow()));
        }
        Node rows = values.get(0);
        int ops = 3 + random.nextInt(25);
        for (int i = 0; i < ops; i++) {
            try {
                values.add(operation(rows));
            } catch (TypeException e) {
                throw new IllegalStateException(e);
            }
        }
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            outputs.add(new Graph.Output("out" + i, wide(rows)));
        }
        return builder.build("f", outputs);
    }

    private Node operation(Node rows) throws TypeException {
        int choice = random.nextInt(10);
        if (choice < 3) {
            return op(one(UNARY), Attributes.NONE, pick());
        }
        if (choice < 8 || rows.shape().isUnranked()) {
            return op(one(BINARY), Attributes.NONE, pick(), random.nextInt(6) == 0 ? builder.constant(2) : pick());
        }
        Attributes lastAxis =
                Attributes.NONE.with(Attributes.AXES, List.of(-1L)).with(Attributes.KEEP_DIMS, true);
        return op(one(REDUCTIONS), lastAxis, wide(rows));
    }

    /** Returns a value of the shape of the rows. */
    private Node wide(Node rows) {
        List<Node> wide = values.stream()
                .filter(value -> value.shape().equals(rows.shape()) && value.dtype() == DataType.F32)
                .toList();
        return wide.get(Math.max(0, wide.size() - 1 - random.nextInt(4)));
    }

    private Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), attributes, "", Origin.NONE);
    }

    private Node pick() {
        int recent = Math.min(values.size(), 4);
        return random.nextBoolean() ? one(values) : values.get(values.size() - 1 - random.nextInt(recent));
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
