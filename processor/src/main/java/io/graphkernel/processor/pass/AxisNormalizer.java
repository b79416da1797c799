package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.loop.Views;
import java.util.List;

/** Normalization of axes to nonnegative, explicit and, for sets, sorted ones, so that equal ops compare equal. */
public final class AxisNormalizer implements GraphPass {

    @Override
    public String name() {
        return "axis_normalizer";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!node.isOperation()) {
                return node;
            }
            Attributes normalized = normalized(node);
            return normalized.equals(node.attributes()) ? node : node.withAttributes(normalized);
        });
    }

    private static Attributes normalized(Node node) throws TypeException {
        Attributes attributes = node.attributes();
        // The axes refer to the operand of an op; those of an index op to its result.
        Shape shape = node.operands().isEmpty()
                ? node.shape()
                : node.operands().get(0).shape();
        if (attributes.has(Attributes.AXES)) {
            return attributes.with(Attributes.AXES, longs(Axes.normalized(shape, attributes.axes())));
        }
        if (attributes.has(Attributes.AXIS)) {
            long axis = Axes.normalized(shape, attributes.integer(Attributes.AXIS));
            return attributes.with(Attributes.AXIS, axis);
        }
        if (Views.is(node, ViewKind.TRANSPOSE)) {
            List<Long> permutation = attributes.longs(Attributes.PERMUTATION);
            return attributes.with(Attributes.PERMUTATION, longs(Axes.permutation(shape, permutation)));
        }
        return attributes;
    }

    private static List<Long> longs(List<Integer> axes) {
        return axes.stream().map(Long::valueOf).toList();
    }
}
