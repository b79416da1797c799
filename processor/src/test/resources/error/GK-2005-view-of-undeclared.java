import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor flat(Tensor x, Tensor y) {
        Tensor moved = transpose(x, 1, 0);
//                               ^ GK-2005
        return softmax(y, -1);
//                     ^ GK-2005
    }
}
// says declare dims on parameter 'x'
// says declare dims on parameter 'y'
