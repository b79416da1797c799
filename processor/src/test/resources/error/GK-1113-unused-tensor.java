import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    private static final boolean DEBUG = false;

    @GraphKernel
    static Tensor never(Tensor x, Tensor y) {
        Tensor sum = add(x, y);
//             ^ GK-1113
        return mul(x, y);
    }

    @GraphKernel
    static Tensor overwritten(Tensor x) {
        Tensor y = neg(x);
//             ^ GK-1113
        y = exp(x);
        return y;
    }

    // says unused tensor: 'last' is computed but never used
    @GraphKernel
    static Tensor chain(Tensor x) {
        Tensor first = neg(x);
        Tensor last = exp(first);
//             ^ GK-1113
        return x;
    }

    @GraphKernel
    static Tensor parts(@TensorType("f32[n, 4]") Tensor x) {
        Tensor[] used = split(x, 2, -1);
        Tensor[] unused = split(x, 4, -1);
//               ^ GK-1113
        return used[0];
    }

    @GraphKernel
    static Tensor lastTurn(Tensor x) {
        Tensor y = x;
        for (int i = 0; i < 3; i++) {
            Tensor next = mul(x, i);
            if (i < 2) {
                y = next;
            }
        }
        return y;
    }

    @GraphKernel
    static Tensor switchedOff(@TensorType("f32[n]") Tensor x) {
        Tensor y = neg(x);
        Tensor z = exp(x);
        if (DEBUG) {
            return y;
        }
        return mul(x, z.dimension(0));
    }

    @GraphKernel
    static Tensor updates(@TensorType("f32[n]") Tensor x) {
        Tensor y = assignAdd(x, 1);
        return neg(x);
    }

    @GraphKernel
    @SuppressWarnings("GK-1113")
    static Tensor silenced(Tensor x) {
        Tensor y = neg(x);
        return x;
    }
}
