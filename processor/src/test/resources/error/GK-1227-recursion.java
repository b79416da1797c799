import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static float power(float x, int n) {
        return n == 0 ? 1 : x * other(x, n - 1);
    }

    static float other(float x, int n) {
        return power(x, n);
//             ^ GK-1227
// says power -> other -> power
    }

    @GraphKernel
    static Tensor powers(@TensorType("f32[n]") Tensor x, int n) {
        return map(x, a -> power(a, n));
    }
}
