import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: call an op of random numbers, such as randomUniform or standardNormal, with a seed that is a parameter
    @GraphKernel
    static Tensor noise(@TensorType("f32[n]") Tensor x) {
        java.util.Random random = new java.util.Random(1);
//                       ^ GK-1103
        return mul(x, random.nextFloat());
    }
}
