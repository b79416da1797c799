import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record State(float sum, State before) {}

    static float sum(float x) {
        State state;
        float y = x;
        while (y < 100) {
            state = new State(y, null);
//                               ^ GK-1231
            y += state.sum() + 1;
        }
        return y;
    }

    @GraphKernel
    static Tensor sums(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::sum);
    }
}
