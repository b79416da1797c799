import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, @TensorType("f16[n]") Tensor y, @TensorType("bf16[...]") Tensor z) {
        Tensor wrong = add(x, y);
//                            ^ GK-2015
        Tensor open = add(x, z);
//                           ^ GK-2015
        return add(cast(y, DType.F32), cast(z, DType.F64));
//                                     ^ GK-2015
    }
}
// says dtypes are not converted implicitly
// says 'x' of type f32[n] and 'y' of type f16[n] in add
// says fix: convert one of them with cast, for example cast(…, DType.F32), or have all such operands cast, with @GraphKernel(promote = Promotion.PYTORCH)
// says 'x' of type f32[n] and 'z' of dtype bf16 in add
