import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] rows = new Tensor[(int) x.dimension(1)];
        for (int i = 0; i < x.dimension(0); i++) {
            rows[i] = squeeze(narrow(x, 0, i, 1), 0);
//                  ^ GK-1133
        }
        return stack(0, rows);
    }
}
// says 'rows' has d elements, and the loop has n iterations
