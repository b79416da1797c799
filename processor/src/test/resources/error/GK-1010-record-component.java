import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record Result(Tensor y, float scale) {}

    @GraphKernel
    static Result twice(Tensor x) {
//                ^ GK-1010
        return new Result(mul(x, 2), 2f);
    }
}
