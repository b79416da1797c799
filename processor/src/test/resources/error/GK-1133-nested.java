import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor last(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] rows = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < x.dimension(0); i++) {
            for (int j = 0; j < x.dimension(0); j++) {
                rows[j] = squeeze(narrow(x, 0, j, 1), 0);
//                      ^ GK-1133
            }
        }
        return stack(0, rows);
    }
}
// says 'rows' is filled in each iteration of a loop around it
