import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor valueOfAnotherType(@TensorType("f32[n]") Tensor x) {
        return map(x, v -> Math.exp(v));
//                                 ^ javac
    }

    // says fix: did you mean 'square'?
    @GraphKernel
    static Tensor unknown(@TensorType("f32[n]") Tensor x) {
        return map(squared(x), v -> v);
//                 ^ GK-1201
    }

    // says fix: did you mean 'equal'?
    @GraphKernel
    static Tensor inherited(@TensorType("f32[n]") Tensor x) {
        return equals(x, x);
//             ^ GK-1201
    }
}
