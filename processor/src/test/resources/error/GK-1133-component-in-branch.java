import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Parts(List<Tensor> tensors) {}

    @GraphKernel
    static Tensor last(@TensorType("f32[n]") Tensor x, float limit) {
        List<Tensor> parts = new ArrayList<>(List.of(x));
        Tensor h = x;
        if (reduceSum(x).get() > limit) {
            parts.add(sin(x));
//               ^ GK-1133
            Parts all = new Parts(parts);
            h = all.tensors().get(all.tensors().size() - 1);
        } else {
            parts.add(cos(x));
        }
        return add(parts.get(1), h);
    }
}
// says 'parts' is a component of a record in the branch that extends it
