import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor[] parts(@TensorType("f32[n, d]") Tensor x) {
//                  ^ GK-1025
        Tensor[] parts = new Tensor[0];
        return x.rank() == 2 ? parts : new Tensor[] {x};
    }
}
