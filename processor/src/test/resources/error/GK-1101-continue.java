import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 3; i++) {
            if (i == 1) {
                continue;
//              ^ GK-1101
// says fix: put the rest of the iteration into an if with the opposite condition
            }
            y = mul(y, x);
        }
        return y;
    }
}
