import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static final int COLUMNS = 2;

    @GraphKernel
    static Tensor shifted(@TensorType("f32[n, 2]") Tensor x, float a) {
        return add(x, Tensor.of(new float[] {1, a}, COLUMNS));
//                                              ^ GK-1310
    }
}
