import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        for (int i = 0; ; i++) {
//      ^ GK-1101
            x = mul(x, i);
        }
    }
}
