import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor doubled(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    @GradientOf("doubled")
    @GraphKernel
    static Tensor first(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
        return mul(dy, 2);
    }

// says 'first' is already the gradient of 'doubled'
    @GradientOf("doubled")
//              ^ GK-2241
    @GraphKernel
    static Tensor second(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
        return add(dy, dy);
    }
}
