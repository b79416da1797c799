import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor wide(@TensorType("f32[n, 8]") Tensor x) {
        return x.dimension(0) == 4 ? neg(x) : x;
//                            ^ GK-1104
    }
}
