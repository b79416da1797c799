import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor totals(@TensorType("f32[n, d]") Tensor x) {
        return reduce(x, 2, 0f, (sum, a) -> sum + a);
//                       ^ GK-2004
    }
}
