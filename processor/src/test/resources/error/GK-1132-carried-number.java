import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor decay(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        float rate = 1;
        for (int i = 0; i < x.dimension(0); i++) {
            rate *= 0.5f;
//               ^ GK-1132
            y = mul(y, rate);
        }
        return y;
    }
}
// says number changes in a loop: 'rate' is assigned in the loop
