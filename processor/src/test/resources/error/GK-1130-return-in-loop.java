import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor first(@TensorType("f32[n]") Tensor x) {
        for (int i = 0; i < x.dimension(0); i++) {
//                                               ^ GK-1130
            return x;
        }
        return mul(x, 2);
    }
}
// says it returns from the method
