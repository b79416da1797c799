import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Dense(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static void dropped(Dense dense) {
        Parameters.forEach(dense, w -> square(w));
//                                     ^ GK-1108
    }
}
