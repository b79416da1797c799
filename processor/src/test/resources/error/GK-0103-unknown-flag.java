import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--optlevel=2")
//                       ^ GK-0103
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
