import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> rows = new ArrayList<>();
        for (int i = 0; i < x.dimension(0); i++) {
            rows.add(squeeze(narrow(x, 0, i, 1), 0));
        }
        List<Tensor> same = (rows);
//                          ^ GK-1133
        same.add(squeeze(narrow(x, 0, 0, 1), 0));
        return stack(0, rows.toArray(new Tensor[0]));
    }
}
// says 'rows' is also the array or list of another variable or record
