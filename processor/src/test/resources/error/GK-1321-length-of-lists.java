import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static Tensor scaled(@Length(2) List<List<Tensor>> lists, Tensor x) {
//                                                     ^ GK-1321
        return mul(x, 2);
    }
}
