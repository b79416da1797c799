import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        try {
//      ^ GK-1101
            return mul(x, 2);
        } finally {
        }
    }
}
