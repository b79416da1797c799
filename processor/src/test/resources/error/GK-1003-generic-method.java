import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static <T> Tensor twice(Tensor x) {
//                    ^ GK-1003
        return mul(x, 2);
    }
}
