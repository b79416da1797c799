import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

interface Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
//                ^ GK-1006
        return mul(x, 2);
    }
}
