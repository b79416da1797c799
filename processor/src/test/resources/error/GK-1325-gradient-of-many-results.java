import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Parts(@TensorType("f32[n]") @Length(255) List<Tensor> parts) {}

    @GraphKernel(gradient = true)
    static Parts run(Parts given) {
//               ^ GK-1325
        return new Parts(given.parts());
    }
}
