import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import static io.graphkernel.runtime.Ops.*;

final class Example {
    // says it is a formula of more than 250 sizes and numbers
    @GraphKernel
    static Tensor loop(@TensorType("f32[n, m]") Tensor x) {
        long size = x.dimension(0);
        for (int i = 0; i < 60; i++) {
            size = Math.min(size * 2, size + x.dimension(1));
//                     ^ GK-1107
        }
        return broadcastTo(fillV2(1, 1L), size);
    }

    @GraphKernel
    static Tensor tooLarge(@TensorType("f32[n, m]") Tensor x) {
        return broadcastTo(fillV2(1, 1L), -(x.dimension(0) * Long.MIN_VALUE));
//                                        ^ GK-1107
    }

    @GraphKernel
    static Tensor byZero(@TensorType("f32[n, m]") Tensor x) {
        return broadcastTo(fillV2(1, 1L), Math.floorDiv(x.dimension(0), 0L));
//                                            ^ GK-1107
    }
}
