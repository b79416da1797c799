import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, float limit) {
        Tensor[] parts = new Tensor[] {x, sin(x), cos(x)};
        Tensor[] same = parts;
        Tensor h = x;
        for (Tensor part : parts) {
            h = add(mul(h, 0.5f), part);
            if (reduceSum(h).get() > limit) {
                break;
            }
            same[2] = h;
//                  ^ GK-1133
        }
        return h;
    }
}
// says the loop over 'parts' assigns its elements, and may end early
