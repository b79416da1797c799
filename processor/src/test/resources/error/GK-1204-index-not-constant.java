import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x, int n) {
        Tensor[] powers = {x, mul(x, x)};
        return mul(x, powers[n]);
//                           ^ GK-1204
    }
}
