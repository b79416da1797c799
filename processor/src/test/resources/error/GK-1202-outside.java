import static io.graphkernel.runtime.Ops.*;

import java.util.stream.IntStream;
import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write a for loop, as in for (int i = 0; i < n; i++)
    @GraphKernel
    static Tensor repeated(@TensorType("f32[n]") Tensor x) {
        return mul(x, IntStream.range(0, 3).sum());
//                                         ^ GK-1202
    }

    // says such as randomUniform or standardNormal
    @GraphKernel
    static Tensor noise(@TensorType("f32[n]") Tensor x) {
        return mul(x, Math.random());
//                        ^ GK-1202
    }
}
