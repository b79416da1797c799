import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor cube(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> (float) Math.cbrt(a));
//                                     ^ GK-1226
    }

    @GraphKernel
    static Tensor random(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> a * System.nanoTime());
//                                   ^ GK-1226
    }

    @GraphKernel
    static Tensor hash(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> a.hashCode());
//                                    ^ GK-1226
    }

    // says fix: pass a tensor of random numbers to the function: the result of randomUniform or standardNormal
    @GraphKernel
    static Tensor noise(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> a * (float) Math.random());
//                                         ^ GK-1226
    }
}
