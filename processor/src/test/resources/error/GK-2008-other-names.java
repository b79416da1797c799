import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("float32[n, d]") Tensor x, @TensorType("f32(n, d)") Tensor y) {
//                                ^ GK-2008
//                                                                       ^ GK-2008
        return add(x, y);
    }

    @GraphKernel
    static Tensor difference(@TensorType("double(n)") Tensor x, @TensorType("half[n]") Tensor y) {
//                                       ^ GK-2008
//                                                                          ^ GK-2008
        return sub(x, y);
    }

    @GraphKernel
    static Tensor product(@TensorType("int[n d]") Tensor x) {
//                                    ^ GK-2008
        return mul(x, x);
    }
}
// says fix: write f32: @TensorType("f32[n, d]")
// says because: the dims are in square brackets
// says fix: write [ ]: @TensorType("f32[n, d]")
// says , and the dims are in square brackets
// says fix: write f64: @TensorType("f64[n]")
// says fix: write f16: @TensorType("f16[n]")
// says fix: write i32
