import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(Tensor scores) {
        return softmax(scores, -1);
//                     ^ GK-2005
    }
}
// says fix: declare dims on parameter 'scores', for example @TensorType("f32[n, d]")
