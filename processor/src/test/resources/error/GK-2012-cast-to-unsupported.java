import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(Tensor x) {
        return cast(x, DType.F16);
//                          ^ GK-2012
    }
}
