import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write add(x, mul(y, 2))
    // says fix: write z = sub(z, y)
    // says fix: write z = add(z, 1)
    // says fix: write mod(neg(x), y)
    // says fix: write div(x, y)
    @GraphKernel
    static Tensor several(Tensor x, Tensor y) {
        Tensor z = x + (y * 2);
//                   ^ GK-1117
        z -= y;
//        ^ GK-1117
        z++;
//       ^ GK-1117
        z = mul(-x % y, z);
//                 ^ GK-1117
        return mul(exp(x / y), z);
//                       ^ GK-1117
    }

}
