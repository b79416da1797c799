import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor[] rows(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] rows = new Tensor[70];
        return rows;
//             ^ GK-1133
    }
}
// says 'rows' is read before a loop has assigned its elements
