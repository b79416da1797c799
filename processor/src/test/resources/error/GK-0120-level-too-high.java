import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--opt_level=4")
//                       ^ GK-0120
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
// says because: 3 is the highest level; higher values are treated as 3
