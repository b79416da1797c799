import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor even(Tensor x) {
        return odd(neg(x));
    }

    @GraphKernel
    static Tensor odd(Tensor x) {
        return even(mul(x, 2));
//             ^ GK-1203
    }
}
