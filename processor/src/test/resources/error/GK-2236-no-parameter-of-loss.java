import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor nothing(@TensorType("f32[n]") Tensor w) {
        Tensor[] none = gradient(() -> reduceSum(w));
//                      ^ GK-2236
        return w;
    }
}
