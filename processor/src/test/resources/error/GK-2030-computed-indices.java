import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--check_indices")
    static Tensor looked(@TensorType("f32[n, d]") Tensor x, @TensorType("i32[k]") Tensor rows) {
//                ^ GK-2030
        return gather(x, add(rows, 1), 0);
    }
}
// says looked: --check_indices does not look at the indices of Gather (Example.java:10)
// says pass them as a parameter of the method
