// option -Agraphkernel.platforms=linux-x86
// nowhere GK-0102
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
