import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor product(@TensorType("f32[m, k]") Tensor a, @TensorType("f32[n, k]") Tensor b) {
        Tensor wide = broadcastTo(a, 4, 4);
//                                ^ GK-2016
        Tensor both = concat(0, a, transpose(b));
//                                 ^ GK-2016
        return matMul(a, b);
//                       ^ GK-2016
    }
}
// says the first has k columns, the second n rows, in shapes [m, k] and [n, k]
// says shapes [m, k] and [k, n] differ in axis 1, and only axis 0 is joined
// says 'a' of shape [m, k] and 'b' of shape [n, k] in matMul
