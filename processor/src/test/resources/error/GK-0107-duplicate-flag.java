import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--opt_level=1 --opt_level=2")
//                       ^ GK-0107
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
