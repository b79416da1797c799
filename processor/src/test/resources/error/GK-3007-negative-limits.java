import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(maxLaunches = -1)
//                             ^ GK-3007
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }

    @GraphKernel(maxTemporaryBytes = -4096)
//                                   ^ GK-3007
    static Tensor thrice(Tensor x) {
        return mul(x, 3);
    }
}
