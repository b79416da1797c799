import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor joined(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        while (reduceSum(y).get() < 10) {
            y = concat(0, y, y);
//            ^ GK-1131
        }
        return y;
    }
}
// says 'y' is f32[n] before an iteration and f32[2*n] after it
