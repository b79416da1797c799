import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--opt_level=high")
//                       ^ GK-0104
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
// says because: it takes a number from 0 to 3
