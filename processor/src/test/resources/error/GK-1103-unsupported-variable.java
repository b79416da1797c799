import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        Object name = "x";
//             ^ GK-1103
        Double boxed = 2.0;
//             ^ GK-1103
        return mul(x, boxed);
    }
}
