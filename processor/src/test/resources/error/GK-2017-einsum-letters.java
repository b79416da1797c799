import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor product(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, m]") Tensor y) {
        return einsum("ij,jkl->ik", x, y);
//                    ^ GK-2017
    }
}
// says subscripts of einsum is ij,jkl->ik, but needs a letter for each of the 2 axes of operand 1 in place of "jkl"
