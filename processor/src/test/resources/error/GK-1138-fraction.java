import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halved(@TensorType("f32[]") Tensor x) {
        Tensor y = x;
        while (y.getLong() > 1) {
//              ^ GK-1138
            y = mul(y, 0.5f);
        }
        return y;
    }
}
// says 'y.getLong()' of a tensor of f32
