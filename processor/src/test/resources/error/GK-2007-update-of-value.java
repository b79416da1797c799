import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor counted(@TensorType("f32[n]") Tensor x) {
        return assignAdd(neg(x), 1);
//                       ^ GK-2007
    }
}
