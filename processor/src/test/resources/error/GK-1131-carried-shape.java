import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor grow(@TensorType("f32[n, d]") Tensor x) {
        Tensor sum = reduceSum(x, 0, true);
        for (int i = 0; i < x.dimension(0); i++) {
            sum = add(sum, x);
//              ^ GK-1131
        }
        return sum;
    }
}
// says 'sum' is f32[1, d] before an iteration and f32[n, d] after it
