import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

final class Example {
    @GraphKernel
    static Tensor sum(@Length(0) List<Tensor> none, @TensorType("f32[n]") Tensor x) {
        return add(x, Parameters.sum(none, w -> reduceSum(w)));
//                                   ^ GK-1332
    }
}
