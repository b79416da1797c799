import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n, d]") Tensor x) {
        return softmax(x, -3);
//                        ^ GK-2004
    }
}
