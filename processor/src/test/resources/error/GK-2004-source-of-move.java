import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor move(@TensorType("f32[n, d]") Tensor x) {
        return movedim(x, 2, 0);
//                        ^ GK-2004
    }
}
