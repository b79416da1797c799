import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor first(Tensor... x) {
//                ^ GK-1004
        return x[0];
    }
}
