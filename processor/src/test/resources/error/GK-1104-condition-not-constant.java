import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x, int n) {
        if (n > 2) {
//         ^ GK-1104
            return mul(x, n);
        }
        return x;
    }
}
// says fix: use a constant, or compute both values and select one by a number: select(greater(fillV2(n), 2), x, y)
