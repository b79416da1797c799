package io.graphkernel.processor.pass.pattern;

/** A product whose elements go through GeLU, the one with the hyperbolic tangent. */
public final class MatMulElemGeluFusion extends LibraryTailFusion {

    /** The pass. */
    public MatMulElemGeluFusion() {
        super("matmul_elem_gelu_fusion", """
                product = MatMul(operands...)
                y = GeLU(product)
                =>
                y = MatMul(operands...)
                """);
    }

    @Override
    String condition() {
        return "Nobody else reads the product, and no ReLU follows it yet.";
    }
}
