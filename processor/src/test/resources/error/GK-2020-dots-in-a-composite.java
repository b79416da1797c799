import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor loss(@TensorType("f32[a..., d]") Tensor x, @TensorType("f32[b..., d]") Tensor y) {
        return mseLoss(x, y);
//                        ^ GK-2020
    }
}
