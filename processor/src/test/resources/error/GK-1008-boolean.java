import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write a kernel for each case, or take a number: select(greater(fillV2(train), 0), x, y)
    @GraphKernel
    static Tensor dropped(Tensor x, boolean train) {
//                                          ^ GK-1008
        return train ? mul(x, 2) : x;
    }
}
