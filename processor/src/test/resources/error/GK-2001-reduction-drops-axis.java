import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor normalized(@TensorType("f32[n, d]") Tensor x) {
        Tensor most = reduceMax(x, -1);
        Tensor shifted = sub(x, most);
//                              ^ GK-2001
        return div(x, reduceMean(exp(x), axes(1), false));
//                    ^ GK-2001
    }
}
// says fix: write reduceMax(…, KEEP_DIMS) where 'most' is computed: reduced axes are kept with size 1
// says fix: write reduceMean(exp(x), axes(1), KEEP_DIMS): the axes that it reduces stay, with size 1
