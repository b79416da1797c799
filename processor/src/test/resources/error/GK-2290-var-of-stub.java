// javac 17
// says fix: write ExampleKernels.GrownForward instead of var
// says fix: write Tensor instead of var
// says fix: write ExampleKernels.GrownGradients instead of var
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel(gradient = true)
    static Tensor grown(@TensorType("f32[n]") Tensor x) {
        return exp(x);
    }

    static void call(Tensor x) {
        var forward = ExampleKernels.grownForward(x);
//          ^ GK-2290
        Tensor result = forward.result();
        try (var other = ExampleKernels.grown(result)) {
//               ^ GK-2290
            var rank = other.rank();
        }
        var gradients = ExampleKernels.grownGradient(forward.saved(), x);
//          ^ GK-2290
        ExampleKernels.GrownForward typed = ExampleKernels.grownForward(x);
        var sum = 1 + 2;
    }
}
