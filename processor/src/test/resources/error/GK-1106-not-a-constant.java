import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static float scale = 2;

    @GraphKernel
    static Tensor scaled(Tensor x) {
        return mul(x, scale);
//                    ^ GK-1106
    }
}
