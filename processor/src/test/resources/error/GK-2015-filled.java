import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write 0f, as in fillV2(0f, …): the type of the number is that of the tensor
    @GraphKernel
    static Tensor zeros(@TensorType("f32[2, 3]") Tensor x) {
        return add(x, fillV2(0, 2, 3));
//                    ^ GK-2015
    }

    // says fix: write 0.5f, as in fillV2(0.5f, …): the type of the number is that of the tensor
    @GraphKernel
    static Tensor halves(@TensorType("f32[2, 3]") Tensor x) {
        Tensor half = fillV2(0.5, 2, 3);
        return add(half, x);
//                       ^ GK-2015
    }

    // says fix: convert one of them with cast, for example cast(…, DType.F32)
    @GraphKernel
    static Tensor integers(@TensorType("i32[2, 3]") Tensor x) {
        return add(x, fillV2(0f, 2, 3));
//                    ^ GK-2015
    }
}
