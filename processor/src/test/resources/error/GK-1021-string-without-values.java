import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: list the values: @Variants({"first", "second"}) String name
    @GraphKernel
    static Tensor activated(Tensor x, String name) {
//                                           ^ GK-1021
        return name.equals("tanh") ? tanh(x) : x;
    }
}
