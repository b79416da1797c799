import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor states(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> states = new ArrayList<>();
        Tensor sum = fillV2(0f, x.dimension(1));
        for (int i = 0; i < x.dimension(0) && reduceMax(sum).get() < 1; i++) {
            sum = add(sum, squeeze(narrow(x, 0, i, 1), 0));
            states.add(sum);
//                ^ GK-1133
        }
        return stack(0, states.toArray(new Tensor[0]));
    }
}
// says the loop may end early, so that the length of 'states' is not known
