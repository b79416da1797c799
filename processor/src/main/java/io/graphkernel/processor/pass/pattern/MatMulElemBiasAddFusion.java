package io.graphkernel.processor.pass.pattern;

/** A product to whose columns a bias is added. */
public final class MatMulElemBiasAddFusion extends LibraryTailFusion {

    /** The pass. */
    public MatMulElemBiasAddFusion() {
        super("matmul_elem_biasadd_fusion", """
                product = MatMul(operands...)
                y = BiasAdd(product, bias)
                =>
                y = MatMul(operands..., bias)
                """);
    }

    @Override
    String condition() {
        return "The bias has one number for each column, and nobody else reads the product.";
    }
}
