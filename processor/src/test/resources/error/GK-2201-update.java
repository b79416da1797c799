import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor decay(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor mean) {
//                ^ GK-2201
        return mul(assign(mean, add(mean, x)), 2);
    }
}
// says it updates 'mean' in place
