import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write leftShift(bitwiseNot(x), 3)
    // says fix: write z = unsignedRightShift(z, y)
    @GraphKernel
    static Tensor several(@TensorType("i32[n]") Tensor x, @TensorType("i32[n]") Tensor y) {
        Tensor z = ~x << 3;
//                    ^ GK-1117
        z >>>= y;
//        ^ GK-1117
        return z;
    }
}
