package io.graphkernel.processor.pass.pattern;

/** A product whose negative elements become 0. */
public final class MatMulElemReluFusion extends LibraryTailFusion {

    /** The pass. */
    public MatMulElemReluFusion() {
        super("matmul_elem_relu_fusion", """
                product = MatMul(operands...)
                y = ReLU(product)
                =>
                y = MatMul(operands...)
                """);
    }

    @Override
    String condition() {
        return "Nobody else reads the product, and no ReLU follows it yet.";
    }
}
