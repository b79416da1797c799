import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halved(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        while (y.get() > 1) {
//              ^ GK-1137
            y = mul(y, 0.5f);
        }
        return y;
    }
}
// says 'y.get()' of f32[n]
