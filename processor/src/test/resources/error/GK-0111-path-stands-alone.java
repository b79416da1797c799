import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--opt_level=1 --path=src/test/resources/option/flags.json")
//                       ^ GK-0111
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
