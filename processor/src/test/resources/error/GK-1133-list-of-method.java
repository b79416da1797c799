import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> rows = new ArrayList<>();
        for (int i = 0; i < x.dimension(0); i++) {
//      ^ GK-1133
            add(rows, squeeze(narrow(x, 0, i, 1), 0));
        }
        return stack(0, rows.toArray(new Tensor[0]));
    }

    static void add(List<Tensor> rows, Tensor row) {
        rows.add(row);
    }
}
// says a method that is called here, or a record, changes the elements of 'rows'
