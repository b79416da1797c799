import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor totals(@TensorType("f32[n]") Tensor x) {
        return scan(x, 0, 0f, (sum, a) -> sum + a, new ScanOption[] {ScanOption.REVERSE});
//                                                 ^ GK-1102
    }
}
