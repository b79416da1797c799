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
        for (Tensor row : rows) {
//      ^ GK-1133
            rows.add(exp(row));
        }
        return stack(0, rows.toArray(new Tensor[0]));
    }

    @GraphKernel
    static Tensor parts(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> parts = new ArrayList<>();
        parts.add(x);
        for (Tensor part : parts) {
//      ^ GK-1133
            parts.add(exp(part));
        }
        return parts.get(1);
    }
}
// says the loop over 'rows' adds elements to it
// says the loop over 'parts' adds elements to it
