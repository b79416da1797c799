import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

final class Example {
    record Dense(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    record Model(@TensorType("f32[d]") Tensor scale, @Length(2) List<Dense> layers) {}

    @GraphKernel
    static void lengths(Model model, @Length(3) List<Dense> sums) {
        Parameters.forEach(sums, model.layers(), (to, from) -> assignAdd(to, from));
//                                    ^ GK-1330
    }

    @GraphKernel
    static void tensor(Model model, @TensorType("f32[d]") Tensor x) {
        Parameters.forEach(model.scale(), x, model.layers().get(0), (a, b, c) -> assign(a, add(b, c)));
//                                                         ^ GK-1330
    }
}
