import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, float factor) {
        return mul(x, factor);
    }

// says 'factor' is of type double instead of float
    @GradientOf("scaled")
    @GraphKernel
    static Tensor gradient(
//                ^ GK-2243
            @TensorType("f32[n]") Tensor x,
            double factor,
            @TensorType("f32[n]") Tensor y,
            @TensorType("f32[n]") Tensor dy) {
        return mul(dy, factor);
    }
}
