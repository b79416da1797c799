import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor positive(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> rows = new ArrayList<>();
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            if (reduceSum(row).get() > 0) {
//          ^ GK-1133
                rows.add(row);
            }
        }
        return stack(0, rows.toArray(new Tensor[0]));
    }
}
// says the length of 'rows' depends on a condition
