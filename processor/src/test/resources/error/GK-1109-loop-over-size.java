import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(@TensorType("f32[n, 3]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < x.dimension(1); i++) {
            y = mul(y, x);
        }
        for (int i = 0; i < x.dimension(0); i += i + 1) {
//                        ^ GK-1109
            y = mul(y, x);
        }
        return y;
    }
}
// says number of iterations is unknown: the condition is 'i < x.dimension(0)'
