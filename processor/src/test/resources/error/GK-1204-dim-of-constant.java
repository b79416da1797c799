import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static final float[] ROW = {1, 2};

    @GraphKernel
    static Tensor shifted(@TensorType("f32[n, 2]") Tensor x, long n) {
        return add(x, Tensor.of(ROW, n));
//                                   ^ GK-1204
    }
}
