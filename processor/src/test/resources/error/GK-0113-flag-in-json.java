import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--path=src/test/resources/option/bad-flags.json")
//                       ^ GK-0113
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
