import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor found(@TensorType("f32[n, 4]") Tensor x, float limit) {
        for (int i = 0; i < x.dimension(0); i++) {
            if (x.get(i, 0) > limit) {
                return narrow(x, 0, i, 1);
            }
            if (x.get(i, 1) > limit) {
//          ^ GK-1135
                return reduceSum(x, 0);
            }
        }
        return reduceSum(x, 0);
    }
}
// says : the returned value is f32[4] if the condition holds, and f32[1, 4] otherwise
