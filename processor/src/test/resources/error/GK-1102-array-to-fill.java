import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x) {
        return addN(new Tensor[64]);
//                  ^ GK-1102
// says unsupported expression in a kernel: an array without elements
// says fix: write its elements, as in new Tensor[] {x, y}, or take it as a parameter with @Length
    }
}
