import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(Tensor x) {
        return sofmax(Ops.resum(x), -1);
//             ^ GK-1201
//                       ^ GK-1201
    }
}
