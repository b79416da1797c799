import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor states(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        Tensor sum = fillV2(0f, x.dimension(1));
        int count = 0;
        while (reduceMax(sum).get() < 1) {
            sum = add(sum, 0.125f);
            states[count] = sum;
//                 ^ GK-1133
            count++;
        }
        return stack(0, states);
    }
}
// says 'states[count]' is not the element of the iteration
