import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        outer:
//      ^ GK-1101
        for (int i = 0; i < 3; i++) {
            break outer;
        }
        return mul(x, 2);
    }
}
// says fix: remove it
