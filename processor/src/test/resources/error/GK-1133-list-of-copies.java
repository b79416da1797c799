import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        Tensor first = squeeze(narrow(x, 0, 0, 1), 0);
        List<Tensor> rows = new ArrayList<>(Collections.nCopies((int) x.dimension(0), first));
        List<Tensor> same = rows;
//                          ^ GK-1133
        for (int i = 0; i < x.dimension(0); i++) {
            same.set(i, sin(squeeze(narrow(x, 0, i, 1), 0)));
        }
        return stack(0, rows.toArray(new Tensor[0]));
    }
}
// says 'rows' is also the array or list of another variable or record
