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
        rows.set(0, rows.get(1));
//          ^ GK-1133
        return stack(0, rows.toArray(new Tensor[0]));
    }
}
// says on a list to which a loop has added elements
