package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.pass.LibraryPostOp;

/**
 * A product, or products over leading axes, whose bias becomes a further operand. On a product of two matrices MindSpore's
 * two passes do the same and come first: a bias stays an op of its own only if they are off, too.
 */
public final class MatMulBiasAddFusion extends LibraryTailFusion {

    /** The pass. */
    public MatMulBiasAddFusion() {
        super("MatMulBiasAddFusionPass", """
                product = MatMul(operands...)
                y = BiasAdd(product, bias)
                =>
                y = MatMul(operands..., bias)
                """, """
                product = MatMul(operands...)
                y = Add(product, bias)
                =>
                y = MatMul(operands..., bias)
                """, """
                product = BatchMatMul(operands...)
                y = BiasAdd(product, bias)
                =>
                y = BatchMatMul(operands..., bias)
                """);
    }

    @Override
    String condition() {
        return "The bias is a vector with one number for each column, and nobody else reads the product.";
    }

    @Override
    boolean names(LibraryPostOp postOp) {
        return addsVector(postOp);
    }
}
