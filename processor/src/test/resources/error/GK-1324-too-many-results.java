import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layers(@Length(1999) Tensor[] weights, @Length(1999) Tensor[] moments) {}

    @GraphKernel
    static Layers doubled(@TensorType("f32[n]") Tensor x) {
//                ^ GK-1324
        return new Layers(new Tensor[] {x}, new Tensor[] {x});
    }
}
