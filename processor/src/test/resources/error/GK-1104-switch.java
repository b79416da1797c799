import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor chosen(@TensorType("f32[n]") Tensor x, int mode) {
        switch (mode) {
//              ^ GK-1104
            case 1:
                return neg(x);
            default:
                return x;
        }
    }

    @GraphKernel
    static Tensor expression(@TensorType("f32[n]") Tensor x, int mode) {
        return mul(x, switch (mode + 1) {
//                                 ^ GK-1104
            case 1 -> 2;
            default -> 3;
        });
    }
}
// says 'switch (mode)'
