import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor totals(@TensorType("f64[n]") Tensor x) {
        return scan(x, 0, 0f, (sum, a) -> sum + a);
//                  ^ GK-1222
// says 'x' is f64, and the function takes float
    }
}
