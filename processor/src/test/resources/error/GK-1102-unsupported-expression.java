import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        return mul(x, x instanceof Tensor ? 2 : 3);
//                      ^ GK-1102
    }
}
