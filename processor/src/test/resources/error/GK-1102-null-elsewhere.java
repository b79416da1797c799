import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: declare the variable without a value, and assign one on each path before it is read
    @GraphKernel
    static Tensor text(Tensor x) {
        String mode = null;
//                    ^ GK-1102
        return x;
    }

    // says fix: return a value on each path
    @GraphKernel
    static Tensor result(Tensor x) {
        return null;
//             ^ GK-1102
    }

    // says fix: write a kernel for each case: each has its tensors
    @GraphKernel
    static Tensor argument(Tensor x) {
        return add(x, null);
//                    ^ GK-1102
    }
}
