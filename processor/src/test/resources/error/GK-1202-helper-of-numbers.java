import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static double half(double x) {
        return x / 2;
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, double s) {
        return mul(x, half(s));
//                    ^ GK-1202
// says fix: write the expression that it returns in place, or pass its result as a parameter: a kernel returns tensors
    }
}
