import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> rows = new ArrayList<>();
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            rows.add(row);
            rows.add(concat(0, row, row));
//              ^ GK-1133
        }
        return stack(0, rows.toArray(new Tensor[0]));
    }
}
// says the elements of 'rows' differ: f32[d] and f32[2*d]
