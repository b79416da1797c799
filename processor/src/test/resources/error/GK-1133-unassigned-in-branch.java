import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor positive(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] rows = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            if (reduceSum(row).get() > 0) {
//          ^ GK-1133
                rows[i] = row;
            }
        }
        return stack(0, rows);
    }
}
// says the branch may leave an element of 'rows' without a value
