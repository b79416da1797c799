import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    Tensor plain(Tensor x) {
        return x;
    }

    static <T extends Tensor> Tensor generic(T x) {
        return x;
    }

    @GraphKernel
    static Tensor scaled(Tensor x) {
        return generic(x);
//             ^ GK-1202
    }

    @GraphKernel
    static Tensor instance(Tensor x) {
        return new Example().plain(x);
//                          ^ GK-1202
    }
}
// says fix: remove the type parameters of generic
