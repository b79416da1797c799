import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, boolean negative) {
//                ^ GK-2245
        return mul(x, negative ? -2 : 2);
    }

    @GradientOf("scaled")
    @GraphKernel
    static Tensor scaledGradient(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
        return mul(dy, 2);
    }
}
