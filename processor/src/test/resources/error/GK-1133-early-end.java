import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor states(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        Tensor sum = fillV2(0f, x.dimension(1));
        for (int i = 0; i < x.dimension(0) && reduceMax(sum).get() < 1; i++) {
            sum = add(sum, squeeze(narrow(x, 0, i, 1), 0));
            states[i] = sum;
//                    ^ GK-1133
        }
        return stack(0, states);
    }
}
// says the loop may end before it has assigned every element of 'states'
