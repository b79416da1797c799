import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor totals(@TensorType("f32[3, n]") Tensor x, @TensorType("f32[4, n]") Tensor y) {
        return scan(x, y, 0, 0f, (sum, a, b) -> sum + a * b);
//             ^ GK-1223
    }
}
