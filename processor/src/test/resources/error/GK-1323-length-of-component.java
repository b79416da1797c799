import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    record Model(@Length(2) Layer[] layers) {}

    @GraphKernel
    static Model twice(Layer layer) {
        return new Model(new Layer[] {layer, layer, layer});
//                       ^ GK-1323
    }
}
