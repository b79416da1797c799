import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphOp("Fourier")
    static Tensor fourier(Tensor x) {
        return x;
    }

    @GraphKernel
    static Tensor scaled(Tensor x) {
        return fourier(x);
//             ^ GK-1207
    }
}
