import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor differences(@TensorType("f32[n, d]") Tensor x) {
        Tensor sum = reduceSum(x, 0);
        for (int i = 0; i < x.dimension(0); i++) {
//      ^ GK-1130
            sum = sub(sum, squeeze(narrow(x, 0, i + 1, 1), 0));
        }
        return sum;
    }
}
// says needs 1 <= 0 in an iteration
