package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Kernels with numbers of the call. */
final class NumberKernels {

    private NumberKernels() {}

    @GraphKernel
    static Tensor row(@TensorType("i32[n]") Tensor x, int i) {
        return gather(x, cast(fillV2(i), DType.I64), 0);
    }

    @GraphKernel
    static Tensor ofInt(int number) {
        return fillV2(number, 2);
    }

    @GraphKernel
    static Tensor ofLong(long number) {
        return fillV2(number * 1, 2);
    }

    @GraphKernel
    static Tensor ofFloat(float number) {
        return fillV2(number, 2);
    }

    @GraphKernel
    static Tensor ofDouble(double number) {
        return fillV2(number, 2);
    }

    @GraphKernel
    static Tensor chosen(@TensorType("bool[n]") Tensor condition, long number) {
        return select(condition, number, 0);
    }

    @GraphKernel
    static Tensor encoded(@TensorType("i32[n]") Tensor indices, int number) {
        return oneHot(indices, number, 0, 2);
    }

    @GraphKernel
    static Tensor greaterThan(@TensorType("u8[n]") Tensor x, int p) {
        return greater(x, p);
    }

    @GraphKernel
    static Tensor smallest(@TensorType("i32[n]") Tensor x, long p) {
        return minimum(x, p);
    }

    @GraphKernel
    static void put(@TensorType("u8[n]") Tensor x, int p) {
        assign(x, p);
    }

    /** The constant of the caller is known when it is compiled, the number of the call is not. */
    @GraphKernel
    static Tensor inlined(@TensorType("u8[n]") Tensor x, int q) {
        return logicalAnd(greaterThan(x, 2), greaterThan(x, q + 1));
    }

    /** The rule that takes the sum and the difference away leaves the check. */
    @GraphKernel
    static Tensor vanishing(@TensorType("u8[n]") Tensor x, int p) {
        return mul(add(mul(x, 0), mul(p, sub(x, x))), 2);
    }

    @GraphKernel
    static Tensor size(@TensorType("u8[n]") Tensor x) {
        return add(x, x.dimension(0));
    }

    @GraphKernel
    static Tensor halfSize(@TensorType("f16[n]") Tensor x) {
        return sub(x, x.dimension(0));
    }

    @GraphKernel
    static Tensor equalToTenth(@TensorType("f16[n]") Tensor x) {
        return equal(x, 0.1);
    }

    @GraphKernel
    static Tensor difference(@TensorType("bf16[n]") Tensor x, double p) {
        return sub(x, p);
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f16[n]") Tensor x) {
        return mul(x, 1e6);
    }

    /** In f16 the product of both numbers is infinite. */
    @GraphKernel
    static Tensor scaledTwice(@TensorType("f16[n]") Tensor x) {
        return mul(mul(x, 300), 300);
    }

    @GraphKernel
    static void added(@TensorType("i32[n]") Tensor x, @TensorType("f64[n]") Tensor y, int p, double q) {
        assignAdd(x, p);
        assignAdd(y, q);
    }

    @GraphKernel
    static Tensor signs(@TensorType("f32[n]") Tensor x) {
        return sign(x);
    }
}
