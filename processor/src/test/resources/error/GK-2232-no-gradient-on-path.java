import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says (GK-2232-no-gradient-on-path.java:11)
    @GraphKernel
    static Tensor whole(@TensorType("f32[4, n]") Tensor w) {
        return gradient(() -> reduceSum(allReduce(square(w))), w);
//                            ^ GK-2232
    }
}
