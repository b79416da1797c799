import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        switch (3) {
//      ^ GK-1101
            default:
        }
        return mul(x, 2);
    }
}
// says fix: use if on a constant, or select(condition, a, b)
