import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
// says it updates 'x' in place, and a gradient is that of values
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x) {
//                ^ GK-2245
        assign(x, mul(x, 2));
        return square(x);
    }

    @GradientOf("scaled")
    @GraphKernel
    static Tensor gradient(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
        return neg(dy);
    }
}
