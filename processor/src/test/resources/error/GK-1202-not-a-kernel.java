import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static Tensor plain(Tensor x) {
        return x;
    }

    @GraphKernel
    static Tensor scaled(Tensor x) {
        return plain(x);
//             ^ GK-1202
    }
}
