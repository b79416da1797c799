import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record State(Tensor h, Tensor c) {}

    @GraphKernel
    static Tensor rows(@TensorType("f32[n, d]") Tensor x) {
        List<State> states = new ArrayList<>();
        for (int i = 0; i < x.dimension(0); i++) {
            Tensor row = squeeze(narrow(x, 0, i, 1), 0);
            states.add(new State(row, row));
            states.add(new State(row, concat(0, row, row)));
//                ^ GK-1133
        }
        return states.get(0).h();
    }
}
// says the elements of 'states' differ in 'c': f32[d] and f32[2*d]
