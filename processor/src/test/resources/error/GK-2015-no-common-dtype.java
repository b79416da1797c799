import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(promote = Promotion.PYTORCH)
    static Tensor sum(@TensorType("i32[n]") Tensor x, @TensorType("u64[n]") Tensor y) {
        return add(x, y);
//                    ^ GK-2015
    }
}
// says Promotion.PYTORCH has no common dtype for them
// says 'x' of type i32[n] and 'y' of type u64[n] in add
// says fix: convert one of them with cast, for example cast(…, DType.F32)
