import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says 'x' of shape [n] and 'bias' of shape [n] in biasAdd
    // says inside it, axis 1 of a value of shape [n], which has 1 axis
    @GraphKernel
    static Tensor vector(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor bias) {
        return biasAdd(x, bias);
//             ^ GK-2016
    }
}
