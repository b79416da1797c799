import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(Tensor x, @TensorType("f32[4]") Tensor y, @TensorType("f32[8]") Tensor z) {
        return add(add(x, y), z);
//                            ^ GK-2001
    }
}
