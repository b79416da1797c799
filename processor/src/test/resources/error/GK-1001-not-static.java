import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    Tensor twice(Tensor x) {
//         ^ GK-1001
        return mul(x, 2);
    }
}
