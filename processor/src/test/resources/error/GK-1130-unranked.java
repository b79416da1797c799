import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x, int n) {
        Tensor y = x;
        for (int i = 0; i < n; i++) {
//      ^ GK-1130
            y = mul(y, x);
        }
        return y;
    }
}
// says loop cannot be compiled: the number of axes of x is not declared
