import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static Tensor third(@Length(2) List<Layer> layers) {
        return layers.get(2).bias();
//                        ^ GK-1107
    }
}
// says index 2 of a list of length 2
