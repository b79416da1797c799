import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static final ElementFunctions.FloatFunction1 FUNCTION = a -> a;

    float scale(float x) {
        return x * 2;
    }

    @GraphKernel
    static Tensor instance(@TensorType("f32[n]") Tensor x) {
        return map(x, new Example()::scale);
//                    ^ GK-1221
    }

    @GraphKernel
    static Tensor variable(@TensorType("f32[n]") Tensor x) {
        return map(x, FUNCTION);
//                    ^ GK-1221
    }
}
