import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, @TensorType("f32[m]") Tensor y) {
        return fusedMulAdd(x, 2.0, y);
//                                 ^ GK-2001
    }
}
