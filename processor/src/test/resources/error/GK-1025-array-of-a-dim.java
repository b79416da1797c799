import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says 'states' returns n tensors
    // says fix: join the tensors, as in return stack(0, states)
    @GraphKernel
    static Tensor[] states(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor start) {
//                  ^ GK-1025
        Tensor[] states = new Tensor[(int) x.dimension(0)];
        Tensor h = start;
        for (int i = 0; i < x.dimension(0); i++) {
            h = add(h, squeeze(narrow(x, 0, i, 1), 0));
            states[i] = h;
        }
        return states;
    }
}
