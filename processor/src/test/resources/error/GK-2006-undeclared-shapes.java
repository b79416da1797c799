import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static void step(Tensor p, Tensor g) {
        assign(p, sub(p, g));
//                ^ GK-2006
// says fix: declare @TensorType on both
    }
}
