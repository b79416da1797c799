import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor root(@TensorType("i32[n]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("bool[n]") Tensor z) {
        Tensor a = sqrt(x);
//                      ^ GK-2003
        Tensor b = logicalAnd(z, y);
//                               ^ GK-2003
        Tensor c = gather(y, y, 0);
//                           ^ GK-2003
        Tensor d = gelu(x);
//                      ^ GK-2003
        return add(z, z);
//                 ^ GK-2003
    }

    @GraphKernel
    static Tensor stored(@TensorType("f8e4m3[m, k]") Tensor x, @TensorType("f8e5m2[n, k]") Tensor w) {
        Tensor a = mul(x, 2);
//                     ^ GK-2003
        Tensor b = reduceSum(w, 1);
//                           ^ GK-2003
        Tensor c = equal(x, x);
//                       ^ GK-2003
        return matMul(transpose(x, 1, 0), x, false, true);
//                    ^ GK-2003
    }
}
// says sqrt takes f32, f64, f16 or bf16 as x, not i32
// says convert it with cast, for example cast(…, DType.F32)
// says gather takes i32 or i64 as indices, not f32
// says compare it first
// says not f8e4m3
