import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: batchMatMul(x, w) fits: w is the same for all of x; so does matMul, with reshape(x, -1, d)
    @GraphKernel
    static Tensor batch(@TensorType("f32[b, s, d]") Tensor x, @TensorType("f32[d, h]") Tensor w) {
        return matMul(x, w);
//                    ^ GK-2016
    }

    // says fix: matMul(y, v, false, true) fits
    @GraphKernel
    static Tensor transposed(@TensorType("f32[s, d]") Tensor y, @TensorType("f32[h, d]") Tensor v) {
        return matMul(y, v);
//                       ^ GK-2016
    }

    // says fix: batchMatMul(q, k, false, true) fits
    @GraphKernel
    static Tensor scores(@TensorType("f32[b, s, d]") Tensor q, @TensorType("f32[b, t, d]") Tensor k) {
        return batchMatMul(q, k);
//                            ^ GK-2016
    }

    @GraphKernel
    static Tensor none(@TensorType("f32[s, d]") Tensor x, @TensorType("f32[h, e]") Tensor w) {
        return matMul(x, w);
//                       ^ GK-2016
    }
}
