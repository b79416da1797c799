import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(Tensor x, @Variants({"1", "2"}) int factor) {
//                                                           ^ GK-1020
        return mul(x, factor);
    }
}
