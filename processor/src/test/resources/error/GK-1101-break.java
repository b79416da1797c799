import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        for (int i = 0; i < 3; i++) {
            break;
//          ^ GK-1101
        }
        return mul(x, 2);
    }
}
// says fix: put the bound into the loop's condition, or keep finished elements with select(condition, next, current)
