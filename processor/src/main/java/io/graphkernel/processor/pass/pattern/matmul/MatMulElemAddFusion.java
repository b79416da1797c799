package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.processor.pass.EpilogueOp;

/** Fuses the addition of a rank-1 tensor to a matmul, one number per column. */
public final class MatMulElemAddFusion extends LibraryEpilogueFusion {

    /** Creates the pass. */
    public MatMulElemAddFusion() {
        super("matmul_elem_add_fusion", """
                matmul = MatMul(operands...)
                y = Add(matmul, bias)
                =>
                y = MatMul(operands..., bias)
                """);
    }

    @Override
    protected String condition() {
        return "The addend is a vector with one number per column, and the matmul has no other users.";
    }

    @Override
    boolean names(EpilogueOp epilogueOp) {
        return addsVector(epilogueOp);
    }
}
