import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(@TensorType("f32[n]") Tensor x, int n) {
        Tensor y = x;
        for (int i = 0; i < 3; i++) {
            if (n == i) {
//                      ^ GK-1134
                return y;
            }
            y = mul(y, x);
        }
        return y;
    }
}
// says it returns from the method
