package gradients;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Kernels whose gradients are other kernels, none of them the derivative, so that it shows which one counts. */
public final class OwnMethods {

    /** Three times its derivative. */
    @GraphKernel(gradient = true)
    public static Tensor swish(@TensorType("f32[n, d]") Tensor x, float beta) {
        return mul(x, sigmoid(mul(x, beta)));
    }

    @GradientOf("swish")
    @GraphKernel
    public static Tensor swishBackward(
            @TensorType("f32[n, d]") Tensor x,
            float beta,
            @TensorType("f32[n, d]") Tensor y,
            @TensorType("f32[n, d]") Tensor dy) {
        Tensor s = sigmoid(mul(x, beta));
        return mul(mul(dy, 3), add(s, mul(y, mul(sub(1, s), beta))));
    }

    @GraphKernel(gradient = true)
    public static Tensor caller(@TensorType("f32[n, d]") Tensor x, float beta) {
        return mul(swish(mul(x, 2), beta), x);
    }

    @GraphKernel
    public static Tensor inside(@TensorType("f32[n, d]") Tensor x, float beta) {
        return gradient(() -> reduceSum(swish(mul(x, 2), beta)), x);
    }

    public record Parts(Tensor rounded, Tensor scaled, Tensor number) {}

    public record Both(Tensor x, Tensor w) {}

    /** Through the rounding as if it were none; and nothing to w of what goes through scaled. */
    @GraphKernel(gradient = true)
    public static Parts parts(@TensorType("f32[b..., d]") Tensor x, @TensorType("f32[d]") Tensor w) {
        return new Parts(round(x), mul(x, w), argMax(x, -1));
    }

    @GradientOf("parts")
    @GraphKernel
    public static Both partsBackward(
            @TensorType("f32[b..., d]") Tensor x, @TensorType("f32[d]") Tensor w, PartsOf results, PartsOf cotangents) {
        return new Both(add(cotangents.rounded(), mul(cotangents.scaled(), w)), mul(w, 7));
    }

    public record PartsOf(
            @TensorType("f32[b..., d]") Tensor rounded,
            @TensorType("f32[b..., d]") Tensor scaled,
            @TensorType("i64[b...]") Tensor number) {}

    @GraphKernel
    public static Both ofRounded(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor w) {
        Tensor[] both = gradient(() -> reduceSum(mul(parts(x, w).rounded(), x)), x, w);
        return new Both(both[0], both[1]);
    }

    /** x³, with 2 dy · y as its gradient. */
    @GraphKernel
    public static Tensor cube(@TensorType("f32[n, d]") Tensor x) {
        return mul(mul(x, x), x);
    }

    @GradientOf("cube")
    @GraphKernel
    public static Tensor cubeGradient(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y, @TensorType("f32[n, d]") Tensor dy) {
        return mul(mul(dy, 2), y);
    }

    /** The gradient of the gradient: y in it has the user's gradient, too. */
    @GraphKernel
    public static Tensor second(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(gradient(() -> reduceSum(cube(x)), x)), x);
    }

    /** The parameter of the loss does not go through the kernel. */
    @GraphKernel
    public static Tensor around(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor w) {
        return gradient(() -> reduceSum(mul(cube(x), w)), w);
    }
}
