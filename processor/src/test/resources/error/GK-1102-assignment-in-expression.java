import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x, float s) {
        int i = 1;
        return mul(x, s > 0 ? i++ : 2);
//                             ^ GK-1102
    }

    @GraphKernel
    static Tensor both(Tensor x, float s) {
        int i = 1;
        return mul(x, s > 0 && (i = 2) > 1 ? 3 : i);
//                                ^ GK-1102
    }
}
// says an assignment that depends on a runtime condition
// says fix: assign in its own statement
