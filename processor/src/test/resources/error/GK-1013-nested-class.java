import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static final class Inner {
        @GraphKernel
        static Tensor twice(Tensor x) {
            return mul(x, 2);
        }
    }
}

final class Example_Inner {
//    ^ GK-1013
// says the kernels of Example.Inner have it already
    @GraphKernel
    static Tensor thrice(Tensor x) {
        return mul(x, 3);
    }
}
