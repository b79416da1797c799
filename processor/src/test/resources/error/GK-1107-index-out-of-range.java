import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor power(Tensor x) {
        int[] powers = {1, 2};
        return mul(x, powers[2]);
//                           ^ GK-1107
    }
}
// says index 2 of an array of length 2
