package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Applies a gradient rule to an op of a graph. All ops made carry the Java line of that op. */
class GraphGradient extends GraphExpansion implements GradientBuilder {

    private final GraphBuilder graph;
    private final Node op;
    private final Map<String, Node> cotangents;

    /**
     * Applies rules.
     *
     * @param graph receives the ops
     * @param op any result of the op
     * @param operands its operands, which may have been converted
     * @param cotangents of its results, by name
     */
    GraphGradient(GraphBuilder graph, Node op, List<Node> operands, Map<String, Node> cotangents) {
        super(graph, OpTable.get().row(op), operands, op.attributes(), op.origin());
        this.graph = graph;
        this.op = op;
        this.cotangents = cotangents;
    }

    @Override
    public Node result() throws TypeException {
        return result(row.results().get(0).name());
    }

    @Override
    public Node result(String name) throws TypeException {
        if (row.results().size() == 1) {
            return op;
        }
        long number = row.results().stream().map(OpResult::name).toList().indexOf(name);
        Attributes own = op.attributes();
        return own.integer(Attributes.OUTPUT) == number
                ? op
                : graph.operation(op.op(), op.operands(), own.with(Attributes.OUTPUT, number), "", op.origin());
    }

    @Override
    public Node dy() {
        return dy(row.results().get(0).name());
    }

    @Override
    public Node dy(String name) {
        return cotangents.get(name);
    }

    @Override
    public Node spread(Node value, Node x) throws TypeException {
        List<Dim> kept = new ArrayList<>(ranked(x).dims());
        TypeInference.normalizedAxes(x, list(axes("axes"))).forEach(axis -> kept.set(axis, Dim.ONE));
        return broadcastTo(value.isNumber() ? value : reshape(value, known(kept)), dims(x));
    }

    @Override
    public Node transposedBack(Node value) throws TypeException {
        List<Integer> order = io.graphkernel.processor.graph.Axes.permutation(
                value.shape(), attributes.longs(Attributes.PERMUTATION));
        Long[] back = new Long[order.size()];
        for (int axis = 0; axis < back.length; axis++) {
            back[order.get(axis)] = (long) axis;
        }
        Attributes own = Attributes.NONE.with(Attributes.PERMUTATION, List.of(back));
        return graph.operation("Transpose", List.of(value), own, "", op.origin());
    }

    @Override
    public Node product(String name, Node a, Node b, boolean transposeA, boolean transposeB) throws TypeException {
        Attributes own =
                Attributes.NONE.with(Attributes.TRANSPOSE_A, transposeA).with(Attributes.TRANSPOSE_B, transposeB);
        return graph.operation(name, List.of(a, b), own, "", op.origin());
    }
}
