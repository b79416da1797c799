import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says 'limit > 1', for the variant causal = false
    @GraphKernel
    static Tensor masked(Tensor x, boolean causal, float limit) {
        if (causal) {
            return x;
        }
        return limit > 1 ? neg(x) : x;
//                   ^ GK-1104
    }
}
