import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor pooled(@TensorType("f32[n, c, 4, 4]") Tensor x) {
        return avgPool(x, new long[] {2, 2}, new long[] {1, 1}, new long[] {0, 0, 2, 0});
//                                                              ^ GK-2017
    }
}
// says a pad is 2, but must be at most 1
