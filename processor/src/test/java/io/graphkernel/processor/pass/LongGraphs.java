package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Graphs of any number of ops, such as a code generator writes. */
public final class LongGraphs {

    /** Number of kinds. */
    public static final int KINDS = 5;

    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final Node x = parameter("x", "f32[n, d]");
    private final Node y = parameter("y", "f32[n, d]");
    private final Node bias = parameter("bias", "f32[d]");
    private final Node weight = parameter("weight", "f32[d, d]");
    private final List<Node> results = new ArrayList<>();

    private LongGraphs() {}

    /**
     * Returns a graph.
     *
     * @param kind 0 a chain of elementwise ops; 1 layers of matmuls, norms and activations; 2 a mixture in which most ops read
     *     any recent value; 3 row and column sums of one tensor; 4 values with many later readers
     * @param ops approximate number of basic ops
     */
    public static Graph of(int kind, int ops) {
        try {
            return new LongGraphs().run(kind, ops);
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    private Graph run(int kind, int ops) throws TypeException {
        switch (kind) {
            case 0 -> chain(ops);
            case 1 -> layers(ops);
            case 2 -> mixture(ops);
            case 3 -> sums(ops);
            default -> fans(ops);
        }
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            outputs.add(new Graph.Output("out" + i, results.get(i)));
        }
        return builder.build("f", outputs);
    }

    private void chain(int ops) throws TypeException {
        Node value = x;
        for (int i = 0; i < ops; i++) {
            value = i % 3 == 0 ? op("Tanh", value) : i % 3 == 1 ? op("Mul", value, y) : op("Add", value, bias);
        }
        results.add(value);
    }

    private void layers(int ops) throws TypeException {
        Node value = x;
        for (int i = 0; i < ops; i += 16) {
            Node product = op("MatMul", value, weight);
            Node mean = rows("ReduceMean", product);
            Node centred = op("Sub", product, mean);
            Node variance = rows("ReduceMean", op("Mul", centred, centred));
            Node normed = op("Mul", centred, op("Rsqrt", variance));
            Node shifted = op("Add", op("Mul", normed, bias), bias);
            Node gate = op("Sigmoid", shifted);
            Node active = op("Mul", gate, shifted);
            Node largest = rows("ReduceMax", active);
            Node exp = op("Exp", op("Sub", active, largest));
            value = op("Add", op("RealDiv", exp, rows("ReduceSum", exp)), value);
        }
        results.add(value);
    }

    private void mixture(int ops) throws TypeException {
        Random random = new Random(ops);
        List<Node> recent = new ArrayList<>(List.of(x, y));
        for (int i = 0; i < ops; i++) {
            Node a = recent.get(Math.max(0, recent.size() - 1 - random.nextInt(40)));
            Node b = recent.get(Math.max(0, recent.size() - 1 - random.nextInt(4)));
            Node next = switch (random.nextInt(8)) {
                case 0 -> op("Sub", a, rows("ReduceMax", b));
                case 1 -> op("Sub", a, columns("ReduceSum", b));
                case 2 -> op("Mul", a, bias);
                default -> op("Add", a, op("Tanh", b));
            };
            recent.add(next);
        }
        results.add(recent.get(recent.size() - 1));
    }

    private void sums(int ops) throws TypeException {
        Node row = null;
        Node column = null;
        for (int i = 0; i < ops; i += 6) {
            Node scaled = op("Mul", x, builder.constant(i + 2));
            row = row == null ? rows("ReduceSum", scaled) : op("Add", row, rows("ReduceMax", scaled));
            column = column == null ? columns("ReduceSum", scaled) : op("Add", column, columns("ReduceMax", scaled));
        }
        results.add(row);
        results.add(column);
    }

    private void fans(int ops) throws TypeException {
        Node sum = op("Exp", x);
        List<Node> hubs = new ArrayList<>(List.of(sum, y));
        for (int i = 0; i < ops; i += 2) {
            Node hub = hubs.get(i % hubs.size());
            sum = op("Add", sum, op("Mul", hub, columns("ReduceMax", sum)));
            if (i % 50 == 0) {
                hubs.add(sum);
            }
        }
        results.add(sum);
    }

    private Node parameter(String name, String type) {
        return builder.tensorParameter(name, ValueType.parse(type).orElseThrow());
    }

    private Node rows(String reduction, Node operand) throws TypeException {
        return reduce(reduction, operand, 1);
    }

    private Node columns(String reduction, Node operand) throws TypeException {
        return reduce(reduction, operand, 0);
    }

    private Node reduce(String reduction, Node operand, long axis) throws TypeException {
        Attributes attributes =
                Attributes.NONE.with(Attributes.AXES, List.of(axis)).with(Attributes.KEEP_DIMS, true);
        return builder.operation(reduction, List.of(operand), attributes, "", Origin.NONE);
    }

    private Node op(String name, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), Attributes.NONE, "", Origin.NONE);
    }
}
