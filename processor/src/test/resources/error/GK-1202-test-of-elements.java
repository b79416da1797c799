import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static boolean isPositive(Tensor x) {
        return x.get(0) > 0;
    }

    @GraphKernel
    static Tensor positive(Tensor x) {
        return isPositive(x) ? x : neg(x);
//             ^ GK-1202
// says fix: return a Tensor from isPositive and annotate it with @GraphKernel; to choose by elements, select(condition, a, b)
    }
}
