import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static float thrown(float x) {
        if (x < 0) {
            throw new IllegalArgumentException();
//          ^ GK-1230
        }
        return x;
    }

    static float caught(float x) {
        try {
//      ^ GK-1230
            return x / 2;
        } finally {
            assert x > 0;
        }
    }

    static float elements(float x) {
        float sum = 0;
        outer:
//      ^ GK-1230
        {
            sum += 1;
        }
        return sum * x;
    }

    @GraphKernel
    static Tensor first(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::thrown);
    }

    @GraphKernel
    static Tensor second(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::caught);
    }

    @GraphKernel
    static Tensor third(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::elements);
    }
}
