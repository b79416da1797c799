import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor signed(Tensor x, boolean negative) {
        return negative ? neg(x) : x;
    }

    @GraphKernel
    static Tensor called(Tensor x, float limit) {
        return signed(x, limit < 0);
//                             ^ GK-1210
    }
}
