import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static double half(Double x) {
        return x / 2;
    }

    @GraphKernel
    static Tensor scaled(@TensorType("f32[n]") Tensor x, double s) {
        return mul(x, half(s));
//                    ^ GK-1202
    }
}
// says fix: declare the parameters and the result of half as tensors, primitive types, enums, strings, or records and
