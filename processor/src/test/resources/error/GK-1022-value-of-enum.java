import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    enum Mode {
        RELU,
        TANH
    }

    // says fix: use values of RELU, TANH
    @GraphKernel
    static Tensor activated(Tensor x, @Variants({"RELU", "GELU"}) Mode mode) {
//                                              ^ GK-1022
        return mode == Mode.TANH ? tanh(x) : reLU(x);
    }
}
