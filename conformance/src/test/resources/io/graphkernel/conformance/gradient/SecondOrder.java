package gradients;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Gradients that have a gradient: what the pairs derive is of the second order. */
public final class SecondOrder {

    @GraphKernel(gradient = true)
    public static Tensor ofGelu(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(sin(geLU(x))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofSilu(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(square(siLU(x))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofMish(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(sin(mish(x))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofSoftplus(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(sin(softplus(x))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofSoftmax(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(square(softmax(x, -1))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofLogSoftmax(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(sin(logSoftmax(x, -1))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofPower(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return gradient(() -> reduceSum(sin(pow(x, y))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofQuotient(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return gradient(() -> reduceSum(sin(div(x, y))), y);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofNorm(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma) {
        return gradient(() -> reduceSum(sin(rmsNorm(x, gamma, 0.01).y())), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofProduct(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, h]") Tensor w) {
        return gradient(() -> reduceSum(sin(matMul(x, w))), w);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofRunningSum(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(sin(cumSum(x, -1))), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofMaximum(@TensorType("f32[n, d]") Tensor x) {
        return gradient(() -> reduceSum(mul(square(reduceMax(x, -1, KEEP_DIMS)), x)), x);
    }

    @GraphKernel(gradient = true)
    public static Tensor ofAttention(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value) {
        return gradient(() -> reduceSum(square(promptFlashAttention(query, key, value, 0.5))), key);
    }

    /** The perceptron of GPT-2. */
    @GraphKernel(gradient = true)
    public static Tensor ofPerceptron(
            @TensorType("f32[t, d]") Tensor x,
            @TensorType("f32[d, f]") Tensor up,
            @TensorType("f32[f]") Tensor upBias,
            @TensorType("f32[f, d]") Tensor down) {
        return gradient(() -> reduceSum(square(add(matMul(geLU(add(matMul(mul(x, 0.1), up), upBias)), down), x))), up);
    }

    /** The layer of Llama that comes after its attention. */
    @GraphKernel(gradient = true)
    public static Tensor ofFeedForward(
            @TensorType("f32[t, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d, f]") Tensor gate,
            @TensorType("f32[d, f]") Tensor up,
            @TensorType("f32[f, d]") Tensor down) {
        return gradient(
                () -> {
                    Tensor normalized = rmsNorm(x, gamma, 0.01).y();
                    Tensor activated = mul(siLU(matMul(normalized, gate)), matMul(normalized, up));
                    return reduceMean(square(add(matMul(activated, down), x)));
                },
                x);
    }
}
