import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(@TensorType("f32") Tensor x) {
//                                  ^ GK-2008
// says because: the dims are missing
// says fix: write f32[] for one element, f32[n] for n of them, f32[...] for any dims
        return mul(x, 2);
    }

    @GraphKernel
    static Tensor half(@TensorType("f32[n, N, -1]") Tensor x) {
//                                 ^ GK-2008
// says because: '-1' is not a dim; give a dim that the call decides a name; a dim is a name of ASCII letters
        return mul(x, 0.5);
    }
}
