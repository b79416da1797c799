import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor pair(Tensor left, Tensor right) {
        return add(left, right);
    }

    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, @TensorType("f32[m]") Tensor y) {
        return pair(x, y);
//             ^ GK-2011
    }
}
