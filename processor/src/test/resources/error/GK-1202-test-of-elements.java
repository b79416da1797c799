import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static boolean isPositive(Tensor x) {
        return x.toFloatArray()[0] > 0;
//              ^ GK-1202
    }

    @GraphKernel
    static Tensor positive(Tensor x) {
        return isPositive(x) ? isPositive(x) ? x : neg(x) : neg(x);
    }
}
// says for a call of isPositive at GK-1202-test-of-elements.java:14
