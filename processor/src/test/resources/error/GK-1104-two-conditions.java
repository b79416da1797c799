import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x, int n, float a) {
        if (n > 2 && a > 0) {
//         ^ GK-1104
            return mul(x, n);
        }
        return x;
    }
}
// says select one by a number: select(greater(fillV2(a), 0), x, y)
