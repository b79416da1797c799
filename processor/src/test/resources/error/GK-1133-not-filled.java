import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] rows = new Tensor[(int) x.dimension(0)];
        return stack(0, rows);
//                      ^ GK-1133
    }
}
// says 'rows' is read before a loop has assigned its elements
