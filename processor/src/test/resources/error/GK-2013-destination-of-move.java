import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor move(@TensorType("f32[n, d]") Tensor x) {
        return movedim(x, axes(0, 1), axes(1, 1));
//                                    ^ GK-2013
    }
}
