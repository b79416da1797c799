import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Pair(Tensor first, Tensor second) {}

    // says with rounded = false, and with rounded = true
    @GraphKernel(gradient = true)
    static Pair pair(@TensorType("f32[n]") Tensor x, boolean rounded) {
//              ^ GK-1024
        return new Pair(square(x), rounded ? cast(x, DType.I32) : neg(x));
    }
}
