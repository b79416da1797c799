import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor swish(@TensorType("f32[n]") Tensor x) {
        return mul(x, sigmoid(x));
    }

// says Example has no @GraphKernel method 'swsh'
    @GradientOf("swsh")
//              ^ GK-2240
    @GraphKernel
    static Tensor swishGradient(
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
        return mul(dy, add(y, mul(sigmoid(x), sub(1, y))));
    }
}
