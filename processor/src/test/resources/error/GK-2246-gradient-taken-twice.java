import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor twice(@TensorType("f32[n]") Tensor w) {
        Tensor[] both = gradient(() -> reduceSum(square(w)), w, w);
//                                                              ^ GK-2246
        return add(both[0], both[1]);
    }

    record Pair(Tensor a, Tensor b) {}

    // says pair.b() and pair.a() are the same tensor
    @GraphKernel
    static Tensor tied(@TensorType("f32[n]") Tensor w) {
        Pair pair = new Pair(w, w);
        return gradient(() -> reduceSum(mul(pair.a(), pair.b())), pair).a();
//                                                                ^ GK-2246
    }
}
