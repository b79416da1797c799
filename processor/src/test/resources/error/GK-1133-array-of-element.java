import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Parts(Tensor[] tensors) {}

    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        List<Parts> all = new ArrayList<>();
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            Tensor[] tensors = {row, exp(row)};
            all.add(new Parts(tensors));
//                  ^ GK-1133
        }
        return all.get(0).tensors()[1];
    }
}
// says 'tensors' could change the array of an element
