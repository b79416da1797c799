import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halves(@TensorType("f32[n]") Tensor x, int steps) {
        Tensor y = x;
        for (int i = 0; i < steps; i++) {
            y = mul(y, 2);
            steps--;
//               ^ GK-1130
        }
        return y;
    }
}
// says 'steps' is assigned in the loop whose iterations it counts
