import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: reduce it to one boolean, as in reduceAny(greater(x, 1)).getBoolean(), or update by element with select(greater(x, 1), next, current)
    // says select(less(x, 9), next, current)
    // says select(isFinite(x), next, current)
    @GraphKernel
    static Tensor halved(Tensor x) {
        while (x > 1) {
//               ^ GK-1116
            x = mul(x, 0.5);
        }
        return x;
    }

    @GraphKernel
    static Tensor doubled(Tensor x) {
        do {
            x = mul(x, 2);
        } while (less(x, 9));
//               ^ GK-1116
        return x;
    }

    @GraphKernel
    static Tensor squared(Tensor x) {
        for (int i = 0; isFinite(x); i++) {
//                      ^ GK-1116
            x = square(x);
        }
        return x;
    }
}
