import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Best(Tensor position, Tensor found) {}

    @GraphKernel(gradient = true)
    static Tensor best(@TensorType("f32[n, d]") Tensor x) {
//                ^ GK-2202
        return argMax(x, -1);
    }

    @GraphKernel(gradient = true)
    static Best both(@TensorType("f32[n, d]") Tensor x) {
//              ^ GK-2202
        return new Best(argMax(x, -1), greater(x, 0));
    }

    @GraphKernel(gradient = true)
    static Tensor next(@TensorType("i32[n]") Tensor x) {
//                ^ GK-2202
        return add(x, 1);
    }
}
// says because: its result is of dtype i64 and has no gradient
// says because: its results are of dtype i64 and bool and have no gradient
// says because: its tensor parameter is of dtype i32 and has no gradient
// says fix: take a tensor of a floating dtype, or remove gradient = true
