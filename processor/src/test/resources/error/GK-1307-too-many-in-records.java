import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    record A(float a0, float a1, float a2, float a3, float a4, float a5, float a6, float a7, float a8, float a9) {}

    record B(A b0, A b1, A b2, A b3, A b4, A b5, A b6, A b7, A b8, A b9) {}

    record C(B c0, B c1, B c2, B c3, B c4, B c5, B c6, B c7, B c8, B c9) {}

    record D(C d0, C d1, float rate) {}

    @GraphKernel
    static Tensor first(Tensor x, D d) {
//                ^ GK-1307
        return mul(x, d.d0().c0().b0().a0());
    }
}
