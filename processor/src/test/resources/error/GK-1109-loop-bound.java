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
// says loop bound is not a compile-time constant: the condition is 'i < n'
// says fix: use a constant bound or a dim that @TensorType declares as a number, or call a kernel in a loop
