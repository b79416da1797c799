import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halved(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        int[] left = {1};
        while (left[0] > 0) {
//            ^ GK-1109
            y = mul(y, 0.5f);
            left[0] = reduceMax(y).get() > 1 ? 1 : 0;
        }
        return y;
    }
}
// says number of iterations is unknown: the condition is 'left[0] > 0'
