import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static Tensor last(@Length(2) List<Layer> layers) {
        return layers.get(1).bias();
    }

    @GraphKernel
    static Tensor call(Layer layer) {
        return last(List.of(layer));
//                      ^ GK-1323
    }
}
