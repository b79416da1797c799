import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    @GraphKernel
    static Tensor some(@Length(2) List<Layer> layers, int which) {
        return layers.get(which).bias();
//                        ^ GK-1204
    }
}
