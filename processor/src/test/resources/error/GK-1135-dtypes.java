import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor chosen(@TensorType("f32[n]") Tensor x, @TensorType("f64[n]") Tensor y, float a) {
        Tensor z;
        if (a > 0) {
//      ^ GK-1135
            z = x;
        } else {
            z = y;
        }
        return z;
    }
}
// says 'z' is f32[n] if the condition holds, and f64[n] otherwise
