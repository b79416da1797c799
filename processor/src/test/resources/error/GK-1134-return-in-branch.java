import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, @TensorType("f32[]") Tensor z, float limit) {
        Tensor y = x;
        for (Tensor addend : new Tensor[] {x, z}) {
            if (reduceMax(y).get() < limit) {
//                                          ^ GK-1134
                return y;
            }
            y = add(y, addend);
        }
        return y;
    }
}
// says it returns from the method
