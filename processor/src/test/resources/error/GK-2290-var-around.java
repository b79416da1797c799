// javac 17
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example extends Base {
    static final class Inner {
        @GraphKernel(gradient = true)
        static Tensor grown(@TensorType("f32[n]") Tensor x) {
            return exp(x);
        }
    }

    static void call(Tensor x) {
        Runnable call = () -> {
            var forward = Example_InnerKernels.grownForward(x);
//              ^ GK-2290
            forward.close();
        };
        var other = OtherKernels.grown(x);
//          ^ GK-2290
    }
}

class Base {
    static void call(Tensor x) {
        try (var forward = Example_InnerKernels.grownForward(x)) {
//               ^ GK-2290
            forward.result();
        }
    }
}

final class Other {
    @GraphKernel
    static Tensor grown(@TensorType("f32[n]") Tensor x) {
        return exp(x);
    }
}

final class Apart {
    static void call(Tensor x) {
        var forward = Example_InnerKernels.grownForward(x);
        forward.close();
    }
}
