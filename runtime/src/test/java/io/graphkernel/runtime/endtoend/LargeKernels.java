package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels that compute sizes of their own: of what is between them, of what they reduce, of what they give. */
public final class LargeKernels {

    private LargeKernels() {}

    /** A product between kernels: n · m elements of tensors that may have none. */
    @GraphKernel
    public static Tensor product(@TensorType("f32[n, k]") Tensor x, @TensorType("f32[k, m]") Tensor y) {
        return reduceSum(cumSum(matMul(x, y), 0));
    }

    /** As many elements between kernels as the first dim says. */
    @GraphKernel
    public static Tensor rows(@TensorType("f32[n, k]") Tensor x) {
        return reduceSum(cumSum(reduceSum(x, 1), 0));
    }

    /** A domain of n · m elements that no tensor has. */
    @GraphKernel
    public static Tensor domain(@TensorType("f32[n, k]") Tensor x, @TensorType("f32[m, k]") Tensor y) {
        Tensor column = reshape(reduceSum(x, 1), -1, 1);
        return reduceSum(mul(column, reshape(reduceSum(y, 1), 1, -1)));
    }

    @GraphKernel
    public static Tensor joined(@TensorType("f32[n, k]") Tensor x, @TensorType("f32[m, k]") Tensor y) {
        return concat(0, mul(x, 2.0), y);
    }

    @GraphKernel
    public static Tensor flattened(@TensorType("f32[a, b, c]") Tensor x) {
        return reshape(mul(x, 2.0), x.dimension(0) * x.dimension(1), -1);
    }

    /** The dim of another tensor divides. */
    @GraphKernel
    public static Tensor divided(@TensorType("f32[n]") Tensor x, @TensorType("f32[m]") Tensor y) {
        return neg(reshape(x, y.dimension(0), -1));
    }

    /** Rows over two axes that no operand has both of. */
    @GraphKernel
    public static Tensor rowsOfTwoAxes(@TensorType("f32[n, 1, d]") Tensor x, @TensorType("f32[m, d]") Tensor y) {
        return reduceSum(mul(x, y), axes(1, 2), KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor columnsOfTwoAxes(@TensorType("f32[n, 1, d]") Tensor x, @TensorType("f32[m, d]") Tensor y) {
        return reduceSum(mul(x, y), axes(0, 1), KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor everything(@TensorType("f32[n, 1, d]") Tensor x, @TensorType("f32[m, d]") Tensor y) {
        return reduceSum(mul(x, y));
    }
}
