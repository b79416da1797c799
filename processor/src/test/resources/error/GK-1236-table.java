import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static final float[][] ROWS = {{1, 2}, {3, 4}};

    static float row(float x) {
        return ROWS[(int) x][0];
//                  ^ GK-1236
    }

    @GraphKernel
    static Tensor selected(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::row);
    }
}
// says its elements are not numbers
