import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor last(@TensorType("f32[n]") Tensor x) {
        Tensor[] h = new Tensor[1];
        for (int i = 0; i < x.dimension(0); i++) {
            h[0] = mul(x, i);
//               ^ GK-1132
        }
        return h[0];
    }
}
// says 'h.0' changes from no value to a tensor
// says assign the element before the loop
