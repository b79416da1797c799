import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        return mul(x, new float[] {1, 2}[1]);
//                    ^ GK-1102
    }
}
