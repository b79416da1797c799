import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: the flags are check_indices, composite_op_limit_size, disable_
    @GraphKernel(flags = "--enable_fusion=true")
//                       ^ GK-0103
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
