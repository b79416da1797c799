import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static Tensor power(Tensor x, int n) {
        return n == 0 ? x : mul(x, power(x, n - 1));
//                                 ^ GK-1203
    }

    @GraphKernel
    static Tensor cube(@TensorType("f32[n]") Tensor x) {
        return power(x, 3);
    }
}
// says Example.power → Example.power
