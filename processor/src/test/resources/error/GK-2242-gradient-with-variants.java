import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x) {
        return mul(x, 2);
    }

    // says it has parameters that choose between variants
    @GradientOf("scaled")
    @GraphKernel
    static Tensor scaledGradient(
//                ^ GK-2242
            @TensorType("f32[n]") Tensor x,
            @TensorType("f32[n]") Tensor y,
            @TensorType("f32[n]") Tensor dy,
            boolean exact) {
        return exact ? mul(dy, 2) : dy;
    }
}
