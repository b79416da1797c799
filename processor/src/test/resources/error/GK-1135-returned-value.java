import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor first(@TensorType("f32[n, 4]") Tensor x, int rows) {
        if (rows > 3) {
//      ^ GK-1135
            return x;
        }
        return reduceSum(x, 0);
    }
}
// says : the returned value is f32[n, 4] if the condition holds, and f32[4] otherwise
