import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says 'switch (mode)', for the variant causal = false
    @GraphKernel
    static Tensor masked(Tensor x, boolean causal, int mode) {
        if (causal) {
            return x;
        }
        switch (mode) {
//              ^ GK-1104
            case 1:
                return neg(x);
            default:
                return x;
        }
    }
}
