package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.processor.pass.EpilogueOp;

/**
 * Fuses the bias of a matmul or a batched matmul as an additional operand. For plain matmuls MindSpore's two passes do
 * the same earlier: the bias stays separate only if they are off as well.
 */
public final class MatMulBiasAddFusion extends LibraryEpilogueFusion {

    /** Creates the pass. */
    public MatMulBiasAddFusion() {
        super("MatMulBiasAddFusionPass", """
                matmul = MatMul(operands...)
                y = BiasAdd(matmul, bias)
                =>
                y = MatMul(operands..., bias)
                """, """
                matmul = MatMul(operands...)
                y = Add(matmul, bias)
                =>
                y = MatMul(operands..., bias)
                """, """
                matmul = BatchMatMul(operands...)
                y = BiasAdd(matmul, bias)
                =>
                y = BatchMatMul(operands..., bias)
                """);
    }

    @Override
    protected String condition() {
        return "The bias is a vector with one number per column, and the matmul has no other users.";
    }

    @Override
    boolean names(EpilogueOp epilogueOp) {
        return addsVector(epilogueOp);
    }
}
