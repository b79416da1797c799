import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    record Model(Layer first, List<Layer> layers) {}
//                                        ^ GK-1320

    @GraphKernel
    static Tensor last(Model model) {
        return model.layers().get(1).bias();
    }
}
