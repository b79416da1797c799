import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
// says it is not a kernel
    @GradientOf("doubled")
    static Tensor gradient(
//                ^ GK-2242
            @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor dy) {
        return mul(dy, 2);
    }
}
