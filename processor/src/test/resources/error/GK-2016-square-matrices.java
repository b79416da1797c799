import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says 'x' of shape [b, n, m] in cholesky
    // says 'x' needs square matrices in the last two axes, and has the shape [b, n, m]
    @GraphKernel
    static Tensor factors(@TensorType("f32[b, n, m]") Tensor x) {
        Tensor lower = cholesky(x);
//                              ^ GK-2016
        Tensor both = luFactor(x).factors();
//                             ^ GK-2016
        return eigh(x).values();
//                  ^ GK-2016
    }

    @GraphKernel
    static Tensor functions(@TensorType("f32[2, 3]") Tensor x) {
        Tensor inverted = inverse(x);
//                                ^ GK-2016
        Tensor number = determinant(x);
//                                  ^ GK-2016
        return logDeterminant(x).logarithm();
//                            ^ GK-2016
    }

    // says 'a' of shape [n, m]
    // says 'a' needs square matrices in the last two axes, and has the shape [n, m]
    @GraphKernel
    static Tensor systems(@TensorType("f32[n, m]") Tensor a, @TensorType("f32[n, k]") Tensor b) {
        Tensor x = solve(a, b);
//                       ^ GK-2016
        Tensor y = luSolve(a, index(0, b.dimension(0)), b);
//                         ^ GK-2016
        return triangularSolve(a, b);
//                             ^ GK-2016
    }

    // says 'x' needs square matrices in the last two axes, and has the shape [n]
    @GraphKernel
    static Tensor vector(@TensorType("f32[n]") Tensor x) {
        return inverse(x);
//                     ^ GK-2016
    }
}
