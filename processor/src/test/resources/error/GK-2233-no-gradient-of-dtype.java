import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor labels(@TensorType("f32[n]") Tensor w, @TensorType("i32[n]") Tensor labels) {
        return gradient(() -> reduceSum(mul(w, cast(labels, DType.F32))), labels);
//                                                                        ^ GK-2233
    }
}
