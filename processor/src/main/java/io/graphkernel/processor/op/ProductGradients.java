package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;

/** Gradient rules of matrix products, by products: of c = a · b, da = dc · bᵀ and db = aᵀ · dc. */
final class ProductGradients {

    private ProductGradients() {}

    /** The adjoint of a; of a that is transposed, the transposed one. */
    static Node first(GradientBuilder b, String product) throws TypeException {
        boolean transposeB = b.flag("transposeB");
        Node other = b.operand("b");
        return b.flag("transposeA")
                ? b.product(product, other, b.dy(), transposeB, true)
                : b.product(product, b.dy(), other, false, !transposeB);
    }

    /** The adjoint of b; of b that is transposed, the transposed one. */
    static Node second(GradientBuilder b, String product) throws TypeException {
        boolean transposeA = b.flag("transposeA");
        Node other = b.operand("a");
        return b.flag("transposeB")
                ? b.product(product, b.dy(), other, true, transposeA)
                : b.product(product, other, b.dy(), !transposeA, false);
    }
}
