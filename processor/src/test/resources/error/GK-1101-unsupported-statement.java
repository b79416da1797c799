import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        int i = 0;
        while (i < 3) {
//      ^ GK-1101
            i++;
        }
        return mul(x, i);
    }
}
// says to stop by elements, update with select(condition, next, current)
