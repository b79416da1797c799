import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    private static final Set<Integer> AXES = Set.of(0, 1);

    @GraphKernel
    static Tensor sums(@TensorType("f32[n, d]") Tensor x) {
        Tensor y = x;
        for (int axis : AXES) {
//                      ^ GK-1106
            y = reduceSum(y, axis, true);
        }
        return y;
    }
}
