import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Weights(@TensorType("f32[d, h]") Tensor up, @TensorType("f32[h, d]") Tensor down) {}

    @GraphKernel
    static Tensor net(@TensorType("f32[n, d]") Tensor x, Weights w) {
        return matMul(matMul(x, w.up()), w.down());
    }

    @GraphKernel
    static Tensor twice(@TensorType("f32[n, n]") Tensor x, @TensorType("f32[n, m]") Tensor up) {
        return net(x, new Weights(up, up));
//                    ^ GK-2010
    }
}
// says fix: pass a tensor of the declared type f32[h, d], or change
