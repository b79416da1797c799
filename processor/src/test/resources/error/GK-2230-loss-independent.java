import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor unread(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor w) {
        return add(w, gradient(() -> reduceSum(square(x)), w));
//                                                         ^ GK-2230
    }

    // what was computed before the lambda is a constant in it
    @GraphKernel
    static Tensor before(@TensorType("f32[n]") Tensor w) {
        Tensor squares = square(w);
        return gradient(() -> reduceSum(squares), w);
//                                                ^ GK-2230
    }

    @GraphKernel
    static Tensor stopped(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor w) {
        Tensor[] both = gradient(() -> reduceSum(mul(stopGradient(w), x)), x, w);
//                                                                            ^ GK-2230
        return add(both[0], both[1]);
    }

    record Pair(Tensor a, Tensor b) {}

    // says loss does not depend on the parameter: 'pair.b()'
    @GraphKernel
    static Tensor component(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor w) {
        Pair pair = new Pair(x, w);
        return add(w, gradient(() -> reduceSum(select(greater(w, x), x, 0)), pair).a());
//                                                                           ^ GK-2230
    }
}
