package io.graphkernel.op.definition.library;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import java.util.List;

/** Count of multiply-adds of library ops, without masks and softmax. */
public final class MultiplyAddCount {

    private MultiplyAddCount() {}

    /** Counts k per element of {@code [..., m, n]}, the matmul of {@code [..., m, k]} and {@code [..., k, n]}. */
    static Dim ofProduct(Node node) {
        Shape a = shape(node, 0);
        int fromEnd = node.attributes().flag(Attributes.TRANSPOSE_A) ? 2 : 1;
        return elements(node.shape()).times(a.dims().get(a.rank() - fromEnd));
    }

    /** Counts one for each element of the result and each kernel element that contributes to it. */
    static Dim ofConvolution(Node node) {
        List<Dim> weight = shape(node, 1).dims();
        return elements(node.shape()).times(Dim.product(weight.subList(1, weight.size())));
    }

    /** Counts b n s t d per matmul, for queries {@code [b, n, s, d]} and keys {@code [b, n, t, d]}. */
    public static Dim ofAttention(Node node, int products) {
        Dim keys = shape(node, 1).dims().get(2);
        return elements(shape(node, 0)).times(keys).times(Dim.of(products));
    }

    private static Shape shape(Node node, int operand) {
        return node.operands().get(operand).shape();
    }

    private static Dim elements(Shape shape) {
        return Dim.product(shape.dims());
    }
}
