import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor pooled(@TensorType("f32[n, c, 64, 64]") Tensor x) {
        return maxPool(x, new long[] {33, 32});
//                        ^ GK-2017
    }
}
// says maxPool of windows of 1056 elements
