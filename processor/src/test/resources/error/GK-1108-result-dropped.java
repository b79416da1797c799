import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(Tensor x) {
        mul(x, 2);
//      ^ GK-1108
        return neg(x);
    }
}
