import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, n]") Tensor y) {
        return add(x, y);
//                    ^ GK-2001
    }
}
// says fix: write transpose(y, 1, 0)
