package io.graphkernel.processor.pass.pattern.matmul;

/** Fuses ReLU into a matmul. */
public final class MatMulElemReluFusion extends LibraryEpilogueFusion {

    /** Creates the pass. */
    public MatMulElemReluFusion() {
        super("matmul_elem_relu_fusion", """
                matmul = MatMul(operands...)
                y = ReLU(matmul)
                =>
                y = MatMul(operands...)
                """);
    }

    @Override
    protected String condition() {
        return "The matmul has no other users and no ReLU in its epilogue.";
    }
}
