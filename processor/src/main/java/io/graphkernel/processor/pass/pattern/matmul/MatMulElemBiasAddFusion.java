package io.graphkernel.processor.pass.pattern.matmul;

/** Fuses the addition of a bias to the columns of a matmul. */
public final class MatMulElemBiasAddFusion extends LibraryEpilogueFusion {

    /** Creates the pass. */
    public MatMulElemBiasAddFusion() {
        super("matmul_elem_biasadd_fusion", """
                matmul = MatMul(operands...)
                y = BiasAdd(matmul, bias)
                =>
                y = MatMul(operands..., bias)
                """);
    }

    @Override
    protected String condition() {
        return "The bias has one number per column, and the matmul has no other users.";
    }
}
