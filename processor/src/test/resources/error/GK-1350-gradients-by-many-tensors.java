import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Weights(@TensorType("f32[n]") @Length(441) List<Tensor> each) {}

    @GraphKernel(gradient = true)
    static Tensor run(@NoGradient @TensorType("f32[n]") Tensor x, Weights weights) {
//                ^ GK-1350
        Tensor y = x;
        for (Tensor weight : weights.each()) {
            y = mul(y, weight);
        }
        return y;
    }
}
