import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor object(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> new StringBuilder().length() + a);
//                         ^ GK-1228
    }

    static float table(float x) {
        float last = new float[] {1, 2}[1];
//                                     ^ GK-1228
        return last * x;
    }

    @GraphKernel
    static Tensor array(@TensorType("f32[n]") Tensor x) {
        return map(x, Example::table);
    }

    @GraphKernel
    static Tensor boxes(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> new Example().hashCode());
//                                   ^ GK-1228
    }
}
