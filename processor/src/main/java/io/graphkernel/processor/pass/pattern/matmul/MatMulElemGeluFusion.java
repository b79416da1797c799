package io.graphkernel.processor.pass.pattern.matmul;

/** Fuses the tanh approximation of GeLU into a matmul. */
public final class MatMulElemGeluFusion extends LibraryEpilogueFusion {

    /** Creates the pass. */
    public MatMulElemGeluFusion() {
        super("matmul_elem_gelu_fusion", """
                matmul = MatMul(operands...)
                y = GeLU(matmul)
                =>
                y = MatMul(operands...)
                """);
    }

    @Override
    protected String condition() {
        return "The matmul has no other users and no ReLU in its epilogue.";
    }
}
