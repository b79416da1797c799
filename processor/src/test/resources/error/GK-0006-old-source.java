// option -Xlint:-options
// option --release
// option 11
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
//    ^ GK-0006
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
