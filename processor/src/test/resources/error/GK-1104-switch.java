import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor continued(@TensorType("f32[n]") Tensor x, int mode) {
        Tensor y = x;
        switch (mode) {
            case 1:
//          ^ GK-1104
                y = neg(y);
            default:
                y = mul(y, 2);
        }
        return y;
    }
}
// says the statements of a case continue with those of the next one
