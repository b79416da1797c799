import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }

    @GraphKernel
    static Tensor twice(Tensor x, Tensor y) {
//                ^ GK-1007
        return mul(x, y);
    }
}
