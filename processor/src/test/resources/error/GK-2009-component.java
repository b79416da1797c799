import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Weights(Tensor w, @TensorType("f32[]") float factor) {}
//                                                      ^ GK-2009

    @GraphKernel
    static Tensor scaled(Tensor x, Weights weights) {
        return mul(mul(x, weights.w()), weights.factor());
    }
}
