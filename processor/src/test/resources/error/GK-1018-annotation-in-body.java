import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

final class Faulty {
    static void m() {
        class Local {
            @GraphKernel
//          ^ GK-1018
            static Tensor twice(@TensorType("f32[n]") Tensor x) {
                return mul(x, 2);
            }
        }
    }
}
