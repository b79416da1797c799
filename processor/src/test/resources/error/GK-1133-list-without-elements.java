import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    private static final boolean KEEPS = false;

    @GraphKernel
    static Tensor states(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> states = new ArrayList<>();
        Tensor sum = fillV2(0f, x.dimension(1));
        for (int i = 0; i < x.dimension(0); i++) {
            sum = add(sum, squeeze(narrow(x, 0, i, 1), 0));
            if (KEEPS) {
                states.add(sum);
            }
        }
        return add(stack(0, states.toArray(new Tensor[0])), sum);
//                                ^ GK-1133
    }
}
// says 'states' has no elements
