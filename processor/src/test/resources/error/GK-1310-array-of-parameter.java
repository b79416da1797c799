import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static float[] row = {1, 2};

    @GraphKernel
    static Tensor shifted(@TensorType("f32[n, 2]") Tensor x) {
        return add(x, Tensor.of(row, 2));
//                              ^ GK-1310
    }
}
