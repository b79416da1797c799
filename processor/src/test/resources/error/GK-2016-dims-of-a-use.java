import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Dense(@TensorType("f32[i, o]") Tensor weight, @TensorType("f32[o]") Tensor bias) {}

    // says 'x' of shape [n, 3] and 'up.weight()' of shape [4, up.o] in matMul
    @GraphKernel
    static Tensor mlp(
            @TensorType("f32[n, 3]") Tensor x, @TensorType("f32[n, 4]") Tensor y, Dense up, Dense down) {
        Tensor h = add(matMul(y, up.weight()), up.bias());
        Tensor z = matMul(h, down.weight());
        return add(matMul(x, up.weight()), z);
//                             ^ GK-2016
    }
}
