package io.graphkernel.examples.gpu.${kit.dtype};

import io.graphkernel.examples.gpu.RowSizes;
import io.graphkernel.examples.gpu.RowTable;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** The rows of the table in ${kit.dtype}. Three packages have this class, for three dtypes, from one template. */
public final class Rows {
    private static final DType DTYPE = DType.${kit.constant};
    /** Dim of the square matrices of a matmul. */
    private static final long GEMM_DIM = ${kit.gemm};

    private Rows() {}

    /**
     * Adds the kernels whose time is bound by memory.
     *
     * @param table output table
     * @param sizes dims of the matrices
     */
    public static void add(RowTable table, RowSizes sizes) {
        Tensor x = table.random(DTYPE, 1, sizes.rows(), sizes.columns());
        Tensor y = table.random(DTYPE, 2, sizes.rows(), sizes.columns());
        Tensor gamma = table.random(DTYPE, 3, sizes.columns());
        Tensor beta = table.random(DTYPE, 4, sizes.columns());
        Tensor out = table.empty(DTYPE, sizes.rows(), sizes.columns());
        Tensor transposed = table.empty(DTYPE, sizes.columns(), sizes.rows());
        Tensor rowSums = table.empty(DTYPE, sizes.rows());
        Tensor columnSums = table.empty(DTYPE, sizes.columns());
        long bytes = x.byteCount();
        table.memory("copy", x, sizes, 2 * bytes, () -> x.copyTo(out));
        table.memory("sum", x, sizes, 3 * bytes, () -> RowKernelsKernels.sum(x, y, out));
        table.memory("biasGelu", x, sizes, 2 * bytes, () -> RowKernelsKernels.biasGelu(x, beta, out));
        table.memory("layerNorm", x, sizes, 2 * bytes, () -> RowKernelsKernels.layerNorm(x, gamma, beta, out));
        table.memory("softmax", x, sizes, 2 * bytes, () -> RowKernelsKernels.softmax(x, out));
        table.memory("rmsNorm", x, sizes, 2 * bytes, () -> RowKernelsKernels.rmsNorm(x, gamma, out));
        table.memory("swiGlu", x, sizes, 3 * bytes, () -> RowKernelsKernels.swiGlu(x, y, out));
        table.memory("seedGraph", x, sizes, 3 * bytes, () -> RowKernelsKernels.seedGraph(x, y, out));
        table.memory(
                "addLayerNorm", x, sizes, 3 * bytes, () -> RowKernelsKernels.addLayerNorm(x, y, gamma, beta, out));
        table.memory("transpose", x, sizes, 2 * bytes, () -> RowKernelsKernels.transpose(x, transposed));
        table.memory("rowSum", x, sizes, bytes, () -> RowKernelsKernels.rowSum(x, rowSums));
        table.memory("columnSum", x, sizes, bytes, () -> RowKernelsKernels.columnSum(x, columnSums));
        addGradients(table, sizes, x, y, gamma, beta);
    }

    /** Adds forward and gradient together. */
    private static void addGradients(
            RowTable table, RowSizes sizes, Tensor x, Tensor y, Tensor gamma, Tensor beta) {
        long bytes = x.byteCount();
        table.memory("biasGelu+gradient", x, sizes, 5 * bytes, () -> {
            var forward = RowKernelsKernels.biasGeluForward(x, beta);
            RowKernelsKernels.biasGeluGradient(forward.saved(), y);
        });
        table.memory("layerNorm+gradient", x, sizes, 5 * bytes, () -> {
            var forward = RowKernelsKernels.layerNormForward(x, gamma, beta);
            RowKernelsKernels.layerNormGradient(forward.saved(), y);
        });
        table.memory("softmax+gradient", x, sizes, 5 * bytes, () -> {
            var forward = RowKernelsKernels.softmaxForward(x);
            RowKernelsKernels.softmaxGradient(forward.saved(), y);
        });
        table.memory("rmsNorm+gradient", x, sizes, 5 * bytes, () -> {
            var forward = RowKernelsKernels.rmsNormForward(x, gamma);
            RowKernelsKernels.rmsNormGradient(forward.saved(), y);
        });
        table.memory("swiGlu+gradient", x, sizes, 8 * bytes, () -> {
            var forward = RowKernelsKernels.swiGluForward(x, y);
            RowKernelsKernels.swiGluGradient(forward.saved(), y);
        });
        table.memory("seedGraph+gradient", x, sizes, 8 * bytes, () -> {
            var forward = RowKernelsKernels.seedGraphForward(x, y);
            RowKernelsKernels.seedGraphGradient(forward.saved(), y);
        });
    }

    /**
     * Adds matmuls and attention.
     *
     * @param table output table
     * @param sizes scale of the dims
     */
    public static void addMatmuls(RowTable table, RowSizes sizes) {
        long dim = sizes.scaled(GEMM_DIM);
        Tensor x = table.random(DTYPE, 1, dim, dim);
        Tensor weight = table.random(DTYPE, 2, dim, dim);
        Tensor bias = table.random(DTYPE, 3, dim);
        Tensor out = table.empty(DTYPE, dim, dim);
        double flops = 2.0 * dim * dim * dim;
        table.arithmetic("matmul", x, sizes, flops, () -> RowKernelsKernels.matmul(x, weight, out));
        table.arithmetic(
                "matmulBiasGelu", x, sizes, flops, () -> RowKernelsKernels.matmulBiasGelu(x, weight, bias, out));
        long heads = sizes.heads();
        long length = sizes.scaled(2048);
        Tensor query = table.random(DTYPE, 1, 4, heads, length, 64);
        Tensor mask = table.random(DTYPE, 2, length, length);
        Tensor mixed = table.empty(DTYPE, 4, heads, length, 64);
        double products = 4.0 * query.elementCount() * length;
        table.arithmetic(
                "attention", query, sizes, products, () -> RowKernelsKernels.attention(query, query, query, mask, mixed));
    }
}
