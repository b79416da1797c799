import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> rows = new ArrayList<>();
        List<Tensor> same = rows;
        for (int i = 0; i < x.dimension(0); i++) {
            same.add(squeeze(narrow(x, 0, i, 1), 0));
//              ^ GK-1133
        }
        return stack(0, rows.toArray(new Tensor[0]));
    }
}
// says 'same' is also the array or list of another variable or record
