import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static void twice(Tensor x) {
//              ^ GK-1012
        Tensor y = mul(x, 2);
    }
}
