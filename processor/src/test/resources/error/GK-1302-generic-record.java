import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Pair<T>(T first, T second) {}

    @GraphKernel
    static Tensor sum(Pair<Tensor> pair) {
//                                 ^ GK-1302
        return add(pair.first(), pair.second());
    }
}
