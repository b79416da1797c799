import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says the statements of a case continue with those of the next one, for the variant causal = false
    @GraphKernel
    static Tensor masked(@TensorType("f32[n]") Tensor x, boolean causal, int mode) {
        if (causal) {
            return x;
        }
        Tensor y = x;
        switch (mode) {
            case 1:
//          ^ GK-1104
                y = neg(x);
            default:
                y = mul(x, 2);
        }
        return y;
    }
}
