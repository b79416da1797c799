import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says it is given no tensor
    @GraphKernel
    static Tensor sum(@TensorType("f32[n, 4]") Tensor x) {
        return add(x, addN(new Tensor[] {}));
//                    ^ GK-2017
    }

    // says it would have no result
    @GraphKernel
    static Tensor parts(@TensorType("f32[n, 4]") Tensor x) {
        Tensor[] parts = split(x, -1, -1);
//                                    ^ GK-2017
        return addN(parts);
    }
}
