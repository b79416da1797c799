import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // Of the variable nothing more is said where it is used.
    @GraphKernel
    static Tensor supplied(Tensor x) {
        java.util.function.Supplier<Tensor> negative = () -> neg(x);
//                                          ^ GK-1103
        return negative.get();
    }
}
