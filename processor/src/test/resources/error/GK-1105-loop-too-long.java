import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 100_000; i++) {
//      ^ GK-1105
            y = mul(y, x);
        }
        return y;
    }
}
