import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--disable_pass=singleton_kernels")
//                       ^ GK-0110
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
