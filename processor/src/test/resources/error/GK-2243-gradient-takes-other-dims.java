import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sums(@TensorType("f32[n, m]") Tensor x) {
        return reduceSum(square(x), 1);
    }

// says of 'dy', the parameter is declared f32[m], the argument is f32[n]
    @GradientOf("sums")
    @GraphKernel
    static Tensor gradient(
//                ^ GK-2243
            @TensorType("f32[n, m]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[m]") Tensor dy) {
        return mul(mul(x, 2), dy);
    }
}
