import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--online_tuning=1")
//                       ^ GK-0109
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
