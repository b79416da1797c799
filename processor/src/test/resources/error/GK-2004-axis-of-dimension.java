import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x) {
        return mul(x, x.dimension(1));
//                                ^ GK-2004
    }
}
// says use an axis from -1 to 0
