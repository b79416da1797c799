import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    static final class Layers {
        Tensor relu(Tensor x) {
            return x;
        }

        Tensor softMax(Tensor x) {
            return x;
        }
    }

    static final Layers LAYERS = new Layers();

    @GraphKernel
    static Tensor activated(Tensor x) {
        return LAYERS.relu(x);
//                   ^ GK-1202
// says fix: write reLU(x), or call a method of Ops
    }

    @GraphKernel
    static Tensor normalized(Tensor x) {
        return LAYERS.softMax(x);
//                   ^ GK-1202
// says fix: call the op softmax, or call a method of Ops
    }
}
