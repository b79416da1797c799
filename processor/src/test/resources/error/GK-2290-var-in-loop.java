// javac 17
// says fix: write the type of the value (of a kernel name, ExampleKernels.NameForward or ExampleKernels.NameGradients)
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.List;

final class Example {
    @GraphKernel
    static Tensor grown(@TensorType("f32[n]") Tensor x) {
        return exp(x);
    }

    static void call(Tensor x) {
        for (var each : List.of(ExampleKernels.grown(x))) {
//               ^ GK-2290
            each.close();
        }
    }
}
