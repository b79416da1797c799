package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import java.util.List;

/** How many pairs of elements the ops that libraries compute multiply and add. Masks and softmax are not counted. */
final class Multiplications {

    private Multiplications() {}

    /** Of {@code [..., m, n]}, the product of {@code [..., m, k]} and {@code [..., k, n]}: k for each element. */
    static Dim ofProduct(Node node) {
        Shape a = shape(node, 0);
        int fromEnd = node.attributes().flag(Attributes.TRANSPOSE_A) ? 2 : 1;
        return elements(node.shape()).times(a.dims().get(a.rank() - fromEnd));
    }

    /** One for each element of the result and each weight that contributes to it. */
    static Dim ofConvolution(Node node) {
        List<Dim> weight = shape(node, 1).dims();
        return elements(node.shape()).times(Dim.product(weight.subList(1, weight.size())));
    }

    /** Of queries {@code [b, n, s, d]} and keys {@code [b, n, t, d]}: b n s t d for each product of matrices. */
    static Dim ofAttention(Node node, int products) {
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
