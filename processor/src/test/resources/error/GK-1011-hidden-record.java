import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    private record Result(Tensor y) {}

    @GraphKernel
    static Result twice(Tensor x) {
//                ^ GK-1011
        return new Result(mul(x, 2));
    }
}
