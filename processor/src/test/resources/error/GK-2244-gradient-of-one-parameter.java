import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor product(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor w) {
        return mul(x, w);
    }

// says the tensors that it returns are 1 instead of 2
    @GradientOf("product")
    @GraphKernel
    static Tensor gradient(
//                ^ GK-2244
            @TensorType("f32[n]") Tensor x,
            @TensorType("f32[n]") Tensor w,
            @TensorType("f32[n]") Tensor y,
            @TensorType("f32[n]") Tensor dy) {
        return mul(dy, w);
    }
}
