import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x, int n) {
        Tensor y = x;
        for (int i = 0; i < n; i++) {
//                        ^ GK-1109
            y = mul(y, x);
        }
        return y;
    }
}
// says number of iterations is unknown: the condition is 'i < n'
// says fix: write for (int i = 0; i < n; i++) where n is a constant or a dim such as x.dimension(0), or call a kernel
