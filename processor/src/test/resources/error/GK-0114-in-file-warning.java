// option -Agraphkernel.fusionSwitchFile=src/test/resources/option/without-meaning.cfg
// nowhere GK-0114
// says without-meaning.cfg: fusion switch is not applicable: 'ConstToAttrPass'
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
