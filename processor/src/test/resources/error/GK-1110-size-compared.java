import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor wide(@TensorType("f32[n, 8]") Tensor x) {
        return x.dimension(0) == 4 ? neg(x) : x;
//                            ^ GK-1110
    }
}
// says condition depends on a dynamic dim: 'x.dimension(0) == 4'
// says fix: declare the dim as a number in @TensorType, or make the decision in the method that calls the kernel
