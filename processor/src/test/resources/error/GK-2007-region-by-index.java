import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static void scattered(
            @TensorType("f32[n, d]") Tensor cache, @TensorType("i32[b]") Tensor slots, @TensorType("f32[b, d]") Tensor rows) {
        assign(gather(cache, slots, 0), rows);
//             ^ GK-2007
    }
}
