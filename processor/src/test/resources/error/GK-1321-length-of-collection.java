import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    record Model(@Length(2) Collection<Layer> layers) {}
//                                            ^ GK-1321

    @GraphKernel
    static Tensor scaled(Model model, Tensor x) {
        return mul(x, 2);
    }
}
