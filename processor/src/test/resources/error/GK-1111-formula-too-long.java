import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import static io.graphkernel.runtime.Ops.*;

final class Example {
    @GraphKernel
    static Tensor inALoop(Tensor x, float a) {
        for (int i = 0; i < 60; i++) {
            a = a * a + a;
//                    ^ GK-1111
        }
        return mul(x, a);
    }

    // says scalar expression is too long: the number 'a * a + a' has more than 4000 characters
    @GraphKernel
    static Tensor twice(Tensor x, float a) {
        return mul(x, a * a + a * a + a * a + a * a + a * a + a * a + a * a + a * a + a * a + a * a + a * a + a * a + a * a + a * a);
    }

    @GraphKernel
    static Tensor byCalls(Tensor x, float a) {
        for (int i = 0; i < 5; i++) {
            a = a * a + a;
        }
        return twice(x, a);
//             ^ GK-1111
    }
}
