import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor halved(@TensorType("f32[n]") Tensor x) {
//                ^ GK-2208
        Tensor y = x;
        while (reduceMax(y).get() > 1) {
            y = mul(y, 0.5f);
        }
        return y;
    }
}
// says because of the loop at GK-2208-while.java:11
