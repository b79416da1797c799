package gradients;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

public final class Methods {

    @GraphKernel(gradient = true)
    public static Tensor broadcast(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y, @TensorType("f32[n, 1]") Tensor z) {
        return add(mul(exp(x), y), div(z, x));
    }

    @GraphKernel(gradient = true)
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") @NoGradient Tensor beta,
            double epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(mul(centred, centred), -1, KEEP_DIMS);
        Tensor inverse = exp(mul(log(add(variance, epsilon)), -0.5));
        return add(mul(mul(centred, inverse), gamma), beta);
    }

    @GraphKernel(gradient = true)
    public static Tensor softmaxByHand(@TensorType("f32[..., d]") Tensor x) {
        Tensor e = exp(x);
        return div(e, reduceSum(e, -1, KEEP_DIMS));
    }

    @GraphKernel(gradient = true)
    public static Tensor perceptron(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d, h]") Tensor w,
            @TensorType("f32[h]") Tensor b,
            @TensorType("f32[h, k]") Tensor v) {
        Tensor h = add(matMul(x, w), b);
        return matMul(div(h, add(exp(neg(h)), 1)), v);
    }

    /** A result that is another result too, one that has no cotangent, and one that saves nothing. */
    public record Parts(Tensor sum, Tensor same, Tensor total, @NoGradient Tensor product) {}

    @GraphKernel(gradient = true)
    public static Parts parts(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[1, d]") Tensor y) {
        Tensor sum = add(x, y);
        return new Parts(sum, sum, reduceSum(mul(x, x)), mul(sum, y));
    }

    @GraphKernel(gradient = true)
    public static Tensor positive(
            @TensorType("f32[n]") Tensor x, @TensorType("bool[n]") Tensor mask, @TensorType("f32[n]") Tensor y) {
        return select(mask, log(x), mul(x, y));
    }

    /** The gradients are the cotangent itself, twice. */
    @GraphKernel(gradient = true)
    public static Tensor sum(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return add(x, y);
    }

    @GraphKernel(gradient = true)
    public static Tensor identity(@TensorType("f32[n]") Tensor x) {
        return x;
    }

    /** No value of the forward call is read, but its dims are. */
    @GraphKernel(gradient = true)
    public static Tensor rowMeans(@TensorType("f32[b..., d]") Tensor x) {
        return reduceMean(mul(x, 3), -1);
    }

    @GraphKernel(gradient = true)
    public static Tensor turned(@TensorType("f32[n, d]") Tensor x, float scale, int offset) {
        return mul(exp(mul(transpose(x, 1, 0), scale)), offset + 1);
    }

    @GraphKernel(gradient = true)
    public static Tensor attention(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value,
            @TensorType("f32[s, t]") @NoGradient Tensor mask) {
        return promptFlashAttention(query, key, value, mask, 0.5);
    }

    /** As one op it needs no memory for the scores. */
    @GraphKernel(gradient = true)
    public static Tensor attentionInParts(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value,
            @TensorType("f32[s, t]") @NoGradient Tensor mask) {
        Tensor scores = mul(batchMatMul(query, transpose(key, 0, 1, 3, 2)), 0.5);
        return batchMatMul(softmax(add(scores, mask), -1), value);
    }

    @GraphKernel(saves = Saves.INPUTS)
    static Tensor attentionLayer(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value,
            @TensorType("f32[s, t]") Tensor mask) {
        Tensor scores = mul(batchMatMul(query, transpose(key, 0, 1, 3, 2)), 0.5);
        return batchMatMul(softmax(add(scores, mask), -1), value);
    }

    /** It is recomputed for its gradient: as the one op that is recognized in it. */
    @GraphKernel(gradient = true)
    public static Tensor attentionAgain(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value,
            @TensorType("f32[s, t]") @NoGradient Tensor mask) {
        return attentionLayer(exp(query), key, value, mask);
    }

    /** The scores are divided by a number of the call. */
    @GraphKernel(gradient = true)
    public static Tensor dividedAttention(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value,
            float divisor) {
        Tensor scores = div(batchMatMul(query, transpose(key, 0, 1, 3, 2)), divisor);
        return batchMatMul(softmax(scores, -1), value);
    }

    /** A bias of the scores has a gradient as large as they are. */
    @GraphKernel(gradient = true)
    public static Tensor biasedAttention(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor key,
            @TensorType("f32[b, h, t, d]") Tensor value,
            @TensorType("f32[s, t]") Tensor bias) {
        Tensor scores = mul(batchMatMul(query, transpose(key, 0, 1, 3, 2)), 0.5);
        return batchMatMul(softmax(add(scores, bias), -1), value);
    }

    public record Projected(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, s, d]") Tensor key,
            @TensorType("f32[b, h, s, d]") Tensor value) {}

    @GraphKernel
    public static Projected attentionInside(Projected of) {
        return Gradients.gradient(
                () -> {
                    Tensor scores = mul(batchMatMul(of.query(), transpose(of.key(), 0, 1, 3, 2)), 0.125);
                    return reduceSum(square(batchMatMul(softmax(scores, -1), of.value())));
                },
                of);
    }
}
