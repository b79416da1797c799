import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
// says it returns its parameter 'x' itself, and a call that runs as plain Java would leave no trace
    @GraphKernel
    static Tensor reversed(@TensorType("f32[n]") Tensor x) {
//                ^ GK-2245
        return x;
    }

    @GradientOf("reversed")
    @GraphKernel
    static Tensor gradient(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
        return neg(dy);
    }
}
