import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor counted(@TensorType("f32[n]") Tensor x, int mode, float limit) {
        int count = 0;
        Tensor y = limit > 0 ? x : switch (mode) {
            case 0 -> {
                count++;
//                   ^ GK-1102
                yield neg(x);
            }
            default -> x;
        };
        return mul(y, count);
    }
}
// says an assignment that depends on a runtime condition
