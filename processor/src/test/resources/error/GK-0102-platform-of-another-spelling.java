// option -Agraphkernel.platforms=linux-amd64
// nowhere GK-0102
// says fix: did you mean 'linux-x86_64'?
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
