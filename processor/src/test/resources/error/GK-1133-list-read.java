import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    @GraphKernel
    static Tensor states(@TensorType("f32[n, d]") Tensor x) {
        List<Tensor> states = new ArrayList<>();
        states.add(squeeze(narrow(x, 0, 0, 1), 0));
        for (int i = 0; i < x.dimension(0); i++) {
            states.add(sin(states.get(i)));
//                               ^ GK-1133
        }
        return stack(0, states.toArray(new Tensor[0]));
    }
}
// says 'states' is read in the loop that adds its elements
