import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x) {
        Tensor y = narrow(x, 0, 0, 1);
        int i = 0;
        while (i < x.dimension(0)) {
            y = add(y, narrow(x, 0, i, 1));
//                                  ^ GK-1136
            if (reduceSum(y).get() > 0) {
                i++;
            }
            i++;
        }
        return y;
    }
}
// says 'i'
