import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor same(@TensorType("f32[a..., b..., d]") Tensor x) {
//                                 ^ GK-2008
        return neg(x);
    }
}
