import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(Tensor x) {
        return mul(x, x.elementCount());
//                     ^ GK-1202
    }
}
