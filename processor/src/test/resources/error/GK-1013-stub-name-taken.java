import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
//    ^ GK-1013
// says a class of this name is in the sources
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}

final class ExampleKernels {}
