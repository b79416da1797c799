import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Gradients(Tensor x, Tensor w) {}

    @GraphKernel
    static Tensor product(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor w) {
        return mul(x, w);
    }

// says of 'w' it returns f32[n, d] instead of f32[d]
    @GradientOf("product")
    @GraphKernel
    static Gradients gradient(
//                   ^ GK-2244
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor w,
            @TensorType("f32[n, d]") Tensor y,
            @TensorType("f32[n, d]") Tensor dy) {
        return new Gradients(mul(dy, w), mul(dy, x));
    }
}
