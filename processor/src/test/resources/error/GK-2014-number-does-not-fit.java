import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor scaled(@TensorType("i32[n]") Tensor x, @TensorType("u8[n]") Tensor small, float f, long l) {
        Tensor half = mul(x, 0.5);
//                           ^ GK-2014
        Tensor whole = mul(x, 2.0);
        Tensor wide = add(small, 256);
//                               ^ GK-2014
        Tensor negative = add(small, -1);
//                                   ^ GK-2014
        Tensor bits = add(x, l);
        return mul(x, f);
//                    ^ GK-2014
    }

    @GraphKernel
    static Tensor choice(@TensorType("bool[n]") Tensor x) {
        return equal(x, 1);
//                      ^ GK-2014
    }
}
// says number does not fit the dtype: '0.5' cannot be i32
// says it is out of the range of u8
// says it is a float
