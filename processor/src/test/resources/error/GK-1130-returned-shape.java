import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor leading(@TensorType("f32[n, d]") Tensor x, float limit) {
        for (int i = 1; i < x.dimension(0); i++) {
            if (x.get(i, 0) > limit) {
                return narrow(x, 0, 0, i);
//              ^ GK-1130
            }
        }
        return x;
    }
}
// says whose shape depends on the iteration
