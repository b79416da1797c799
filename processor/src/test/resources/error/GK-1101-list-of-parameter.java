import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    @GraphKernel
    static Tensor sum(@TensorType("f32[n]") Tensor x, @Length(2) java.util.List<Tensor> more) {
        more.add(x);
//          ^ GK-1101
        more.set(0, x);
//          ^ GK-1101
        return add(x, more.get(1));
    }

    @GraphKernel
    static Tensor first(@TensorType("f32[n]") Tensor x, @Length(2) Tensor[] more) {
        more[0] = x;
//          ^ GK-1101
        return add(more[0], more[1]);
    }
}
// says changing a list by 'more.add(x)'
// says fix: copy the elements into a list that the kernel creates, new ArrayList<>(list)
// says assigning to 'more[0]'
