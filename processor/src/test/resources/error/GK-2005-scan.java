import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor totals(Tensor x) {
        return scan(x, 0, 0f, (sum, a) -> sum + a);
//                  ^ GK-2005
    }
}
