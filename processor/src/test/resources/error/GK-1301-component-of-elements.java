import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    record Named(Tensor w, String name) {}
//                                ^ GK-1301

    record Model(@Length(12) List<Named> layers) {}

    @GraphKernel
    static Tensor scaled(Model model) {
        return mul(model.layers().get(0).w(), 2);
    }
}
