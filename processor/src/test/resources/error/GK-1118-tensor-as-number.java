import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: declare 'most' as Tensor; ops accept tensors in place of numbers
    @GraphKernel
    static Tensor several(Tensor x, Tensor y) {
        double most = reduceMax(x);
//                    ^ GK-1118
        boolean larger = greater(x, y);
//                       ^ GK-1118
        float sum;
        sum = x;
//            ^ GK-1118
        return sub(x, most);
    }
}
