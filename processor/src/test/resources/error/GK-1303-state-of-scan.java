import static io.graphkernel.runtime.Scans.scanRecord;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record State(float sum, State before) {}

    @GraphKernel
    static Tensor sums(@TensorType("f32[t, n]") Tensor x) {
        return scanRecord(x, 0, new State(0, null), (State s, Float v) -> new State(s.sum() + v, s))[0];
//                                                  ^ GK-1303
    }
}
// says State of 's' contains itself
