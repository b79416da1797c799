import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor pair(@TensorType("f32[k]") Tensor left, @TensorType("f32[k]") Tensor right) {
        return add(left, right);
    }

    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, @TensorType("f32[m]") Tensor y) {
        return pair(x, y);
//                     ^ GK-2010
    }
}
// says fix: declare 'y' of the caller with the same dtype and dims, as @TensorType("f32[k]"), or change the @TensorType of right
