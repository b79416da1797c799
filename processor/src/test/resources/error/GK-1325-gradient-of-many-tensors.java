import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    record Model(@Length(130) List<Layer> layers) {}

    @GraphKernel(gradient = true)
    static Tensor run(@NoGradient @TensorType("f32[n, d]") Tensor x, Model model) {
//                ^ GK-1325
        Tensor y = x;
        for (Layer layer : model.layers()) {
            y = add(matMul(y, layer.weight()), layer.bias());
        }
        return y;
    }
}
