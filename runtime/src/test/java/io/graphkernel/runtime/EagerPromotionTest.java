package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Promotion;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import org.junit.jupiter.api.Test;

/** Promotion in kernel methods that run as plain Java. */
class EagerPromotionTest {

    @GraphKernel(promote = Promotion.PYTORCH)
    static Tensor sum(Tensor x, Tensor y) {
        return Ops.add(x, y);
    }

    /** A method of the same name without a rule. */
    static Tensor sum(Tensor x, Tensor y, Tensor z) {
        return Ops.add(Ops.add(x, y), z);
    }

    @GraphKernel(promote = Promotion.NUMPY)
    static Tensor sumOfNumPy(Tensor x, Tensor y) {
        return Ops.add(x, y);
    }

    private static Tensor of(DType dtype, long... dims) {
        return Ops.cast(Tensor.zeros(dims), dtype);
    }

    @Test
    void tensorWithoutAxes_countsByItsCategory() {
        assertThat(sum(of(DType.F16, 2), of(DType.F64)).dtype()).isEqualTo(DType.F16);
        assertThat(sum(of(DType.I64), of(DType.I8, 2)).dtype()).isEqualTo(DType.I8);
        assertThat(sum(of(DType.F16), of(DType.I64, 2)).dtype()).isEqualTo(DType.F16);
        assertThat(sum(of(DType.F16), of(DType.F64)).dtype()).isEqualTo(DType.F64);
        assertThat(sumOfNumPy(of(DType.F16, 2), of(DType.F64)).dtype()).isEqualTo(DType.F64);
    }

    @Test
    void methodOfTheSameName_hasNoRule() {
        Tensor x = of(DType.F32, 2);
        assertThat(sum(x, x, x).dtype()).isEqualTo(DType.F32);
        assertThatThrownBy(() -> sum(x, of(DType.F16, 2), x)).isInstanceOf(DTypeMismatchException.class);
    }
}
