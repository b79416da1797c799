import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;
import static io.graphkernel.runtime.Ops.*;

final class Example {
    // says the kernel has 20000 ops before this call, which adds 1
    @GraphKernel
    static Tensor loop(@TensorType("f32[n]") Tensor x) {
        Tensor y = x;
        for (int i = 900; i != 0; i -= 1) {
            y = sub(add(mul(abs(neg(exp(y))), y), x), y);
            y = sub(add(mul(abs(neg(exp(y))), y), x), y);
//                          ^ GK-1208
            y = sub(add(mul(abs(neg(exp(y))), y), x), y);
            y = sub(add(mul(abs(neg(exp(y))), y), x), y);
        }
        return y;
    }
}
