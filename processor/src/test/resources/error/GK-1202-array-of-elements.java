import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor length(Tensor x) {
        float[] elements = x.toFloatArray();
//                          ^ GK-1202
        float sum = 0;
        for (int i = 0; i < elements.length; i++) {
            sum += elements[i] * elements[i];
        }
        return div(x, sum);
    }
}
// says reduceSum(square(x)), which sums over elements
