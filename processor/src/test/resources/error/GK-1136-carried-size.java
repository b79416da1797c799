import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x) {
        Tensor y = narrow(x, 0, 0, 1);
        int start = 0;
        for (int i = 0; i < x.dimension(0); i++) {
            y = add(y, narrow(x, 0, start, 1));
//                                  ^ GK-1136
            start++;
        }
        return y;
    }
}
// says 'start'
