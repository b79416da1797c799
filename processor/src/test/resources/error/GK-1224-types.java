import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Point(float x, float y) {}

    static float length(float x) {
        Object text = "a";
//             ^ GK-1224
        return x;
    }

    @GraphKernel
    static Tensor text(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::length);
    }

    @GraphKernel
    static Tensor records(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> new Point(a, a));
//                      ^ GK-1224
    }
}
