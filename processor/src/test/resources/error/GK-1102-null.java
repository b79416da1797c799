import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        Tensor y = null;
//                 ^ GK-1102
        return mul(x, 2);
    }
}
// says fix: declare the variable without a value
