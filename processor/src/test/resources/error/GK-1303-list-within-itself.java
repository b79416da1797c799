import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias) {}

    record Tree(Tensor x, @Length(2) List<Tree> children) {}

    @GraphKernel
    static Tensor first(Tree tree) {
//                           ^ GK-1303
        return neg(tree.x());
    }
}
