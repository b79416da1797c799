import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static double twice(Tensor x) {
//                ^ GK-1009
        return 2.0;
    }
}
