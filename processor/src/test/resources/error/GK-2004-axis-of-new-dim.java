import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor column(@TensorType("f32[n, d]") Tensor x) {
        return expandDims(x, 3);
//                           ^ GK-2004
    }
}
// says use an axis from -3 to 2
