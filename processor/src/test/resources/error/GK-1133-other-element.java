import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor shifted(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] rows = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < rows.length; i++) {
            rows[i + 1] = squeeze(narrow(x, 0, i, 1), 0);
//                 ^ GK-1133
        }
        return stack(0, rows);
    }
}
// says 'rows[i + 1]' is not the element of the iteration
