import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x, char[] fast) {
//                                       ^ GK-1008
        return mul(x, 2);
    }
}
