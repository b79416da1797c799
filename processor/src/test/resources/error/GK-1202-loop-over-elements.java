import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor length(Tensor x) {
        float sum = 0;
        for (float element : x.toFloatArray()) {
//                            ^ GK-1202
            sum += element * element;
        }
        return div(x, sum);
    }
}
// says reduceSum(square(x)), which sums over elements
