import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor largest(@TensorType("f32[..., d]") Tensor x) {
        return softmax(x, -2);
//                        ^ GK-2019
    }
}
