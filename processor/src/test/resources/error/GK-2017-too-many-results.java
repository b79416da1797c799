import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says the kernel would have more than 20000 ops
    @GraphKernel
    static Tensor parts(@TensorType("f32[n]") Tensor x) {
        return split(x, Integer.MAX_VALUE, 0)[0];
//                                         ^ GK-2017
    }
}
