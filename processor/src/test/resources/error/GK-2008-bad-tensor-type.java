import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n d]") Tensor x, @TensorType("float[n]") Tensor y) {
//                                ^ GK-2008
//                                                                  ^ GK-2008
        return add(x, y);
    }
}
