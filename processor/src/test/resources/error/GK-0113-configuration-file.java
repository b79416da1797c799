// option -Agraphkernel.configFile=src/test/resources/option/bad.cfg
// nowhere GK-0113
// says bad.cfg: flag is not applicable: --kernel_generator
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
