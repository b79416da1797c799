import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static void filled(@TensorType("f32[n, d]") Tensor cache, @TensorType("f32[d]") Tensor row) {
        for (int i = 0; i < cache.dimension(0); i++) {
            assign(narrow(cache, 0, i, 1), row);
//                 ^ GK-2007
        }
    }
}
