import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.Arrays;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        Tensor[] rows = new Tensor[(int) x.dimension(0)];
        for (int i = 0; i < x.dimension(0); i++) {
            Arrays.fill(rows, squeeze(narrow(x, 0, i, 1), 0));
//                ^ GK-1101
        }
        return stack(0, rows);
    }
}
// says fill an array in the block that declares it
