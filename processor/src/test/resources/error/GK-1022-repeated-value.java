import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor activated(Tensor x, @Variants({"tanh", "exp", "tanh"}) String name) {
//                                              ^ GK-1022
        return name.equals("tanh") ? tanh(x) : exp(x);
    }
}
