import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says fix: write select(greater(x, y), a, b), where a and b are the values of the two branches
    // says fix: write select(logicalAnd(greater(x, 0), logicalNot(equal(x, y))), x, neg(x))
    // says fix: write select(mask, a, b), where a and b
    @GraphKernel
    static Tensor larger(Tensor x, Tensor y) {
        if (greater(x, y)) {
//          ^ GK-1116
            return x;
        }
        return y;
    }

    @GraphKernel
    static Tensor chosen(Tensor x, Tensor y) {
        return x > 0 && !(x == y) ? x : neg(x);
//                   ^ GK-1116
    }

    @GraphKernel
    static Tensor masked(Tensor x, Tensor y) {
        Tensor mask = less(x, y);
        Tensor z = x;
        if ((mask)) {
//           ^ GK-1116
            z = mul(x, y);
        }
        return z;
    }
}
