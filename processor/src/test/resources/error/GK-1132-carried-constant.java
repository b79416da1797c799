import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    enum Mode {
        FIRST,
        NEXT
    }

    @GraphKernel
    static Tensor decay(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        Mode mode = Mode.FIRST;
        for (int i = 0; i < x.dimension(0); i++) {
            y = mode == Mode.FIRST ? exp(y) : neg(y);
            mode = Mode.NEXT;
//               ^ GK-1132
        }
        return y;
    }
}
// says constant changes in a loop: 'mode' changes from FIRST to NEXT
