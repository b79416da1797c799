import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Named(float sum, String name) {}

    @GraphKernel
    static Tensor named(@TensorType("f32[n]") Tensor x) {
        return scanRecord(x, 0, new Named(0, ""), (Named s, Float a) -> new Named(s.sum() + a, s.name()))[0];
//                                                ^ GK-1224
    }
}
