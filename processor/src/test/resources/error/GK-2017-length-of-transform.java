import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static RfftResult prime(@TensorType("f32[n, 1009]") Tensor x) {
        return rfft(x);
//             ^ GK-2017
    }

    @GraphKernel
    static RfftResult open(@TensorType("f32[n, m]") Tensor x) {
        return rfft(x, 0);
//                     ^ GK-2017
    }

    @GraphKernel
    static Tensor whole(@TensorType("f32[n, 5]") Tensor x) {
        return irfft(x, x, 10);
//                         ^ GK-2017
    }
}
// says the size of axis 1 of rfft is 1009, but needs a product of 2, 3, 5 and 7, such as 1008 or 1024
// says the size of axis 0, n, is known only at the call
// says the size of axis 1 of irfft is 5, but needs 6
