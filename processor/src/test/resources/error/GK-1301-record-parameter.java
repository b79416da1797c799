import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Weights(Tensor w, String name) {}
//                                  ^ GK-1301

    @GraphKernel
    static Tensor scaled(Tensor x, Weights weights) {
        return mul(x, weights.w());
    }
}
