import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor text(@TensorType("f32[n]") Tensor x) {
        return map(x, a -> null == "a" ? a : 1);
//                         ^ GK-1231
    }

    @GraphKernel
    static Tensor test(@TensorType("f32[n]") Tensor x) {
        return apply(x, (Float a) -> (Object) a instanceof Float);
//                                              ^ GK-1231
    }
}
