import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static Tensor first(@Length(2) List<Layer> layers) {
        return layers.subList(0, 1).get(0).bias();
//                   ^ GK-1202
    }
}
// says read a list by get(index)
