import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halved(@TensorType("f32[n]") Tensor x, float limit) {
        Tensor y = x;
        for (int i = 0; i < 5; i++) {
            if (reduceMax(y).get() < limit) {
//                                          ^ GK-1134
                y = neg(y);
                break;
            }
            y = mul(y, 0.5f);
        }
        return y;
    }
}
// says it leaves an iteration of the loop
// says fix: write if (…) break; as the first or last statement of the loop's body
