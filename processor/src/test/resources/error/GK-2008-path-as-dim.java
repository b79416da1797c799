import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(@TensorType("f32[a.n]") Tensor x) {
//                                  ^ GK-2008
        return mul(x, 2);
    }
}
