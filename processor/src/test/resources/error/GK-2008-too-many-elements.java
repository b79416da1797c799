import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[4000000000, 4000000000]") Tensor x) {
//                                ^ GK-2008
        return add(x, x);
    }
}
// says the number of elements exceeds any memory
