import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor cut(@TensorType("f32[n, d]") Tensor x, int parts, float rows) {
        Tensor[] all = split(x, parts, 0);
//                              ^ GK-1204
        Tensor best = argMaxWithValue(x, 1, rows > 3).value();
//                                               ^ GK-1204
        return reshape(x, (long) rows, -1);
//                        ^ GK-1204
    }
}
// says because: the compiled kernel depends on its parts
