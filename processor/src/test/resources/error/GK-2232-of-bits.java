import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says because: bitcast has no gradient: the bits of a number are not a differentiable function of it (GK-2232-of-bits.java:12)
    @GraphKernel
    static Tensor magnitude(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(bitcast(bitwiseAnd(bitcast(x, DType.I32), 0x7fffffff), DType.F32)), x);
//                            ^ GK-2232
    }

    @GraphKernel
    static Tensor next(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(map(x, a -> Float.intBitsToFloat(Float.floatToRawIntBits(a) + 1))), x);
//                            ^ GK-2232
    }

    @GraphKernel
    static Tensor withoutSign(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(map(x, a -> Float.floatToRawIntBits(a) < 0 ? -a : a)), x);
    }

    @GraphKernel
    static Tensor ofConstantBits(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(mul(x, cast(bitcast(stopGradient(x), DType.I32), DType.F32))), x);
    }
}
