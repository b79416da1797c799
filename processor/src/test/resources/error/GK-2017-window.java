import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor pooled(@TensorType("f32[n, c, 4, 4]") Tensor x) {
        return maxPool(x, new long[] {5, 2});
//                        ^ GK-2017
    }
}
// says the size of the axis with pads is 4, but must be at least 5
