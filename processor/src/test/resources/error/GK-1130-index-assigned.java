import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < x.dimension(0); i++) {
            y = mul(y, x);
            i++;
//           ^ GK-1130
        }
        return y;
    }
}
// says 'i' is assigned in the loop that counts it
