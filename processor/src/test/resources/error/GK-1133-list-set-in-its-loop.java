import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, float limit) {
        List<Tensor> parts = new ArrayList<>(List.of(x, sin(x), cos(x)));
        Tensor h = x;
        for (Tensor part : parts) {
            h = add(mul(h, 0.5f), part);
            if (reduceSum(h).get() > limit) {
                break;
            }
            parts.set(2, h);
//               ^ GK-1133
        }
        return h;
    }
}
