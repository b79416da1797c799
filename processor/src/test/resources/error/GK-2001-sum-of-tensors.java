import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Dense(@TensorType("f32[3, 4]") Tensor weight, @TensorType("f32[5]") Tensor bias) {}

    @GraphKernel
    static Tensor sum(Dense dense) {
        return Parameters.sum(dense, w -> square(w));
//                                        ^ GK-2001
    }

    @GraphKernel
    static void inside(Dense dense, @TensorType("f32[4]") Tensor x) {
        Parameters.forEach(dense, w -> assign(w, add(w, x)));
//                                                      ^ GK-2001
    }
    // says , for bias of dense
}
