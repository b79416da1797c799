import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Chain(Tensor x, Link link) {}

    record Link(Chain next) {}

    @GraphKernel
    static Tensor first(Chain chain) {
//                            ^ GK-1303
        return neg(chain.x());
    }
}
