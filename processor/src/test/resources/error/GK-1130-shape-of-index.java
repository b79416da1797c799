import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor prefixes(@TensorType("f32[n, d]") Tensor x) {
        Tensor sum = reduceSum(x, 0);
        for (int i = 0; i < x.dimension(0); i++) {
//      ^ GK-1130
            sum = add(sum, reduceSum(narrow(x, 0, 0, i), 0));
        }
        return sum;
    }
}
// says the shape [i_loop0, d] of Narrow
