import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static Tensor sum(@Length(2) List<Layer> layers, @TensorType("f32[e]") Tensor x) {
        return add(layers.get(1).bias(), add(layers.get(0).bias(), x));
//                                                                 ^ GK-2001
    }
}
