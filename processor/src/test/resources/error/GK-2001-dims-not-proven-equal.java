import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor skip(@TensorType("f32[h, w]") Tensor x) {
        Tensor half = stridedSlice(x, new long[] {0, 0}, new long[] {x.dimension(0), x.dimension(1)}, new long[] {2, 1});
        Tensor u = repeatInterleaveInt(half, 2, 0);
        return add(x, u);
//                    ^ GK-2001
// says fix: if h = 2*floorDiv(h + 1, 2) at each call, write reshape(u, x.dimension(0), x.dimension(1)), which the call checks
    }

    @GraphKernel
    static Tensor skipReshaped(@TensorType("f32[h, w]") Tensor x) {
        Tensor half = stridedSlice(x, new long[] {0, 0}, new long[] {x.dimension(0), x.dimension(1)}, new long[] {2, 1});
        Tensor u = repeatInterleaveInt(half, 2, 0);
        return add(x, reshape(u, x.dimension(0), x.dimension(1)));
    }

    @GraphKernel
    static Tensor skipOfAnEvenHeight(@TensorType("f32[1, 1, 2*h, w]") Tensor x, @TensorType("f32[h]") Tensor bound) {
        Tensor u = repeatInterleaveInt(maxPool(x, new int[] {2, 1}, new int[] {2, 1}), 2, 2);
        return add(add(x, u), reduceSum(bound));
    }
}
