import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says a case returns from the method, leaves a loop, or breaks before its end, for the variant causal = false
    @GraphKernel
    static Tensor masked(@TensorType("f32[n]") Tensor x, boolean causal, int mode) {
        if (causal) {
            return x;
        }
        Tensor y = x;
        switch (mode) {
            case 1:
//          ^ GK-1104
                return neg(x);
            default:
                y = mul(x, 2);
        }
        return y;
    }
}
