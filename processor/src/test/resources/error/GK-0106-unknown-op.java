import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--disable_expand_ops=GeLu")
//                       ^ GK-0106
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
