import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--path=nowhere.json")
//                       ^ GK-0112
    static Tensor twice(Tensor x) {
        return mul(x, 2);
    }
}
