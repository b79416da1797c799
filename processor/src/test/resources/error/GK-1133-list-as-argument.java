import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[d]") @Length(2) List<Tensor> parts) {
        return add(parts.get(0), parts.get(1));
    }

    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> rows = new ArrayList<>();
        for (int i = 0; i < x.dimension(0); i++) {
            rows.add(squeeze(narrow(x, 0, i, 1), 0));
        }
        return sum(rows);
//                 ^ GK-1133
    }
}
// says 'rows' has n elements
