import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, float factor) {
        return mul(x, factor);
    }

// says it takes 3 tensors and numbers instead of 4
// says declare f32[n] x, float factor, f32[n], f32[n]: the parameters of 'scaled', its results, and a cotangent for each result
    @GradientOf("scaled")
    @GraphKernel
    static Tensor gradient(
//                ^ GK-2243
            @TensorType("f32[n]") Tensor x, float factor, @TensorType("f32[n]") Tensor dy) {
        return mul(dy, factor);
    }
}
