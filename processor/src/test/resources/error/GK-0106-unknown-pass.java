import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--disable_pass=expandr")
//                       ^ GK-0106
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
