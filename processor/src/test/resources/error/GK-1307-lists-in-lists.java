import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import java.util.*;

final class Example {
    record Layer(@Length(2000) List<Tensor> weights) {}

    record Block(@Length(2000) List<Layer> layers) {}

    record Model(@Length(2000) List<Block> blocks) {}

    @GraphKernel
    static Tensor first(Model m) {
//                ^ GK-1307
        return m.blocks().get(0).layers().get(0).weights().get(0);
    }
}
