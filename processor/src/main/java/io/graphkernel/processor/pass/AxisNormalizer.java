package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Axes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.ViewKind;
import java.util.List;

/** Counts axes from the front, sorted where they are a set, and names those that stand for all: equal ops look equal. */
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
        // The axes are those of what an op reads; of an index they are its own.
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
