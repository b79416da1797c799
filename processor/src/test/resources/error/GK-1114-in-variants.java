import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halved(Tensor x, boolean negative) {
        Tensor y = mul(x, 1 / 2);
//                          ^ GK-1114
        return negative ? neg(y) : y;
    }
}
