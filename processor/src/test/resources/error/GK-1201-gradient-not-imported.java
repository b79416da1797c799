import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write import static io.graphkernel.runtime.Gradients.*
    @GraphKernel
    static Tensor slope(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(square(x)), x);
//             ^ GK-1201
    }
}
