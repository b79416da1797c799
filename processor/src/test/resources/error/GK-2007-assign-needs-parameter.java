import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x) {
        Tensor y = mul(x, 2);
        assign(y, x);
//             ^ GK-2007
        return y;
    }
}
