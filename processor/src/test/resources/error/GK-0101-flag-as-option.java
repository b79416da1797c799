// option -Agraphkernel.levl=2
// nowhere GK-0101
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
// says fix: the level is a flag: -Agraphkernel.flags=--opt_level=2
