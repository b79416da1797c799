import static io.graphkernel.runtime.Elementwise.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    float scale(float x) {
        return x * 2;
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, ElementFunctions.FloatFunction1 function) {
//                                                                                       ^ GK-1003
        return map(x, function);
    }

    @GraphKernel
    static Tensor instance(@TensorType("f32[n]") Tensor x) {
        return map(x, new Example()::scale);
//                    ^ GK-1221
    }
}
