// option -Agraphkernel.fusionSwitchFile=src/test/resources/option/bad-switch.cfg
// nowhere GK-0113
// says bad-switch.cfg: unknown fusion switch: 'SoftmaxFusion'
// says fix: did you mean 'SoftmaxFusionPass'?
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
