import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        outer:
//      ^ GK-1101
        {
            break outer;
        }
        return mul(x, 2);
    }
}
// says fix: write if around the statements, or label a loop
