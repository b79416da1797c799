import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor norm(
//                ^ GK-2201
            @TensorType("f32[n, 3]") Tensor x,
            @TensorType("f32[3]") Tensor scale,
            @TensorType("f32[3]") Tensor bias,
            @TensorType("f32[3]") Tensor mean,
            @TensorType("f32[3]") @NoGradient Tensor variance) {
        return batchNormTrain(x, scale, bias, mean, variance).y();
    }
}
// says @NoGradient
