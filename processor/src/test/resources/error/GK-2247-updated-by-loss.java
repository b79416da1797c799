import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor ofStatistics(
            @TensorType("f32[n, 3]") Tensor x,
            @TensorType("f32[3]") Tensor scale,
            @TensorType("f32[3]") Tensor bias,
            @TensorType("f32[3]") Tensor mean,
            @TensorType("f32[3]") Tensor variance) {
        return gradient(
                () -> reduceSum(mul(mean, reduceSum(batchNormTrain(x, scale, bias, mean, variance).y()))),
                mean);
//              ^ GK-2247
    }
}
