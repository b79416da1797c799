package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.pass.LibraryPostOp;

/** A product to which a tensor of rank 1 is added, one number for each column. */
public final class MatMulElemAddFusion extends LibraryTailFusion {

    /** The pass. */
    public MatMulElemAddFusion() {
        super("matmul_elem_add_fusion", """
                product = MatMul(operands...)
                y = Add(product, bias)
                =>
                y = MatMul(operands..., bias)
                """);
    }

    @Override
    String condition() {
        return "What is added is a vector with one number for each column, and nobody else reads the product.";
    }

    @Override
    boolean names(LibraryPostOp postOp) {
        return addsVector(postOp);
    }
}
