import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor widen(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 0; i < x.dimension(0); i++) {
            y = cast(y, DType.F64);
//            ^ GK-1131
        }
        return y;
    }
}
// says 'y' is f32[n] before an iteration and f64[n] after it
