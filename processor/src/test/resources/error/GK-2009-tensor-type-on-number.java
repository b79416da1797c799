import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(Tensor x, @TensorType("f32[]") float y) {
//                                                         ^ GK-2009
        return add(x, y);
    }
}
