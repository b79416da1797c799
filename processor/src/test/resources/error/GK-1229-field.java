import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static float scale = 2;
    static int calls;

    static float count(float x) {
        calls++;
//      ^ GK-1229
        return x;
    }

    @GraphKernel
    static Tensor counted(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::count);
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> a * scale);
//                             ^ GK-1229
    }
}
