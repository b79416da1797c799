import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor halved(@TensorType("f32[n]") Tensor x, @TensorType("f32[]") Tensor z, float limit) {
        Tensor y = x;
        for (Tensor addend : new Tensor[] {x, z}) {
            if (reduceMax(y).get() < limit) {
//                                          ^ GK-1134
                y = neg(y);
                break;
            }
            y = add(y, addend);
        }
        return y;
    }
}
// says it leaves an iteration of the loop
// says fix: write if around the statements that follow, or a for loop with an index
