import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor[] parts(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] parts = new Tensor[2];
        parts[0] = neg(x);
        return parts;
//             ^ GK-1107
    }
}
