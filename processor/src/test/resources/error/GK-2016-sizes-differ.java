import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor flat(@TensorType("f32[2, 3]") Tensor x) {
        return reshape(x, 2, 4);
//                     ^ GK-2016
    }
}
// says Reshape of [2, 3] to [2, 4]: the product of dims is 8, but must be equal to 6
