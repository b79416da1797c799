import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(flags = "--opt_level=2", saves = Saves.INPUTS)
//                                                     ^ GK-2330
    static Tensor counted(@TensorType("f32[n]") Tensor x, @TensorType("f32[]") Tensor calls) {
        assign(calls, add(calls, 1));
        return square(x);
    }

    @GraphKernel(saves = Saves.INPUTS)
    static Tensor layer(@TensorType("f32[n]") Tensor x) {
        return square(x);
    }
}
