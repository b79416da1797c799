import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halved(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        while (reduceMax(y).get() > 1) {
//      ^ GK-1130
            y = mul(y, 0.5f);
            return y;
        }
        return x;
    }
}
// says it returns from the method
