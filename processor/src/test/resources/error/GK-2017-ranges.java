import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor end(@TensorType("f32[4, n]") Tensor x) {
        return narrow(x, 0, 3, 2);
//                             ^ GK-2017
    }

    @GraphKernel
    static Tensor start(@TensorType("f32[4, n]") Tensor x) {
        return narrow(x, 0, 5, 1);
//                          ^ GK-2017
    }

    @GraphKernel
    static Tensor symbolic(@TensorType("f32[n, 3]") Tensor x) {
        return narrow(x, 0, x.dimension(0) - 1, 3);
//                                              ^ GK-2017
    }

    @GraphKernel
    static Tensor loop(@TensorType("f32[4, n]") Tensor x) {
        Tensor y = narrow(x, 0, 0, 1);
        for (int i = 0; i < 5; i++) {
            y = add(y, narrow(x, 0, i, 1));
//                                     ^ GK-2017
        }
        return y;
    }

    @GraphKernel
    static Tensor[] parts(@TensorType("f32[4, n]") Tensor x) {
        return split(x, 3, 0);
//                         ^ GK-2017
    }

    @GraphKernel
    static Tensor sliced(@TensorType("f32[4, n]") Tensor x) {
        return slice(x, new long[] {2, 0}, new long[] {3, -1});
//                                         ^ GK-2017
    }

    @GraphKernel
    static Tensor neverAtAll(@TensorType("f32[n, 6]") Tensor x) {
        return narrow(x, 0, 0, 2 * x.dimension(0) + 1);
//                                                ^ GK-2017
    }
}
// says start 3 + length 2 = 5, but axis 0 of 'x' has 4 elements
// says fix: pass a length of at most 1, or a start of at most 2
// says start is 5, but axis 0 of 'x' has 4 elements
// says fix: pass a start of at most 4
// says start n - 1 + length 3 = n + 2, but axis 0 of 'x' has n elements
// says narrow, for i = 4
// says start 4 + length 1 = 5, but axis 0 of 'x' has 4 elements
// says 3 equal parts of 1 have 3 elements, not 4
// says begin[0] 2 + size[0] 3 = 5, but axis 0 of 'x' has 4 elements
// says start 0 + length 2*n + 1 = 2*n + 1, but axis 0 of 'x' has n elements
