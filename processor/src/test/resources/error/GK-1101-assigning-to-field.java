import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static Tensor kept;

    @GraphKernel
    static Tensor power(Tensor x) {
        kept = x;
//           ^ GK-1101
        return mul(x, 2);
    }
}
