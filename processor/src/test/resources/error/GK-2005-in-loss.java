import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: declare dims on parameter 'x', for example
    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor w, Tensor x) {
        return gradient(() -> reduceSum(mul(w, x)), w);
//                                      ^ GK-2005
    }
}
