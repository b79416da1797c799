import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says applyMomentum cannot write 'weights'
    // says a value of type f32[m, n] does not fit into weights of type f32[n]
    @GraphKernel
    static void step(
            @TensorType("f32[n]") Tensor weights,
            @TensorType("f32[n]") Tensor moments,
            @TensorType("f32[m, n]") Tensor gradient) {
        applyMomentum(weights, moments, 0.1f, gradient, 0.9f);
//                    ^ GK-2006
    }
}
