import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x) {
        return addN(new Tensor[64]);
//                  ^ GK-1107
    }

    @GraphKernel
    static Tensor second(@TensorType("f32[n]") Tensor x) {
        Tensor[] parts = new Tensor[2];
        parts[0] = x;
        return parts[1];
//                  ^ GK-1107
    }

    @GraphKernel
    static Tensor length(@TensorType("f32[n]") Tensor x) {
        Tensor[] parts = new Tensor[-1];
//                                  ^ GK-1107
        return addN(parts);
    }
}
// says no statement has assigned element 0
// says no statement has assigned element 1
