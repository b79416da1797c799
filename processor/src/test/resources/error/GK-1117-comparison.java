import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // says because: Java compares the references of objects, not the elements of tensors
    // says fix: write equal(x, y)
    // says fix: write logicalOr(equal(x, y), less(x, 0))
    // says fix: write logicalNot(mask)
    @GraphKernel
    static Tensor several(Tensor x, Tensor y) {
        boolean same = x == y;
//                       ^ GK-1117
        Tensor mask = x == y || x < 0;
//                           ^ GK-1117
        return select(!mask, x, y);
//                    ^ GK-1117
    }
}
