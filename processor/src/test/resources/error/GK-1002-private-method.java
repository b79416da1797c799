import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    private static Tensor twice(Tensor x) {
//                        ^ GK-1002
        return mul(x, 2);
    }
}
