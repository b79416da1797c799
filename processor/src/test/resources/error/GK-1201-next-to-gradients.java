import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

final class Example {
    // Of this javac says that an array of tensors is none.
    @GraphKernel
    static Tensor slopes(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        return gradient(() -> reduceSum(mul(x, y)), x, y);
//                     ^ javac
    }

    // Nor is there such a class.
    @GraphKernel
    static Tensor elsewhere(@TensorType("f32[n]") Tensor x) {
        return Missing.slope(x);
    }

    // says fix: did you mean 'square'?
    @GraphKernel
    static Tensor slope(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(squared(x)), x);
//                                      ^ GK-1201
    }
}
