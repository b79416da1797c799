import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Ops of a model along the last axis, for any number of axes. */
public final class RankKernels {

    public record Normalized(Tensor y, Tensor mean, Tensor variance) {}

    public record Gradients(Tensor dx, Tensor dgamma, Tensor dbeta) {}

    @GraphKernel
    public static Tensor rowSoftmax(@TensorType("f32[..., d]") Tensor x) {
        return softmax(x, -1);
    }

    @GraphKernel
    public static Tensor rms(@TensorType("f32[..., d]") Tensor x, @TensorType("f32[d]") Tensor gamma) {
        return Ops.rmsNorm(x, gamma, 1e-6).y();
    }

    @GraphKernel
    public static Normalized norm(
            @TensorType("f32[..., d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta) {
        Ops.LayerNormResult r = Ops.layerNorm(x, gamma, beta, 1e-5, -1, -1);
        return new Normalized(r.y(), r.mean(), r.variance());
    }

    @GraphKernel
    public static Gradients normGradients(
            @TensorType("f32[b..., d]") Tensor x,
            @TensorType("f32[b..., d]") Tensor dy,
            @TensorType("f32[b..., 1]") Tensor variance,
            @TensorType("f32[b..., 1]") Tensor mean,
            @TensorType("f32[d]") Tensor gamma) {
        Ops.LayerNormGradResult r = Ops.layerNormGrad(x, dy, square(variance), mean, gamma, 1e-5, -1, -1);
        return new Gradients(r.dx(), r.dgamma(), r.dbeta());
    }

    @GraphKernel
    public static Tensor swiGlu(@TensorType("f32[b..., d]") Tensor gate, @TensorType("f32[b..., d]") Tensor up) {
        return mul(siLU(gate), up);
    }

    @GraphKernel
    public static Tensor swiGluOfHalves(@TensorType("f32[..., 2*d]") Tensor x) {
        Tensor[] halves = split(x, 2, -1);
        return mul(siLU(halves[0]), halves[1]);
    }

    @GraphKernel
    public static void adamStep(
            @TensorType("f32[p...]") Tensor weight,
            @TensorType("f32[p...]") Tensor m,
            @TensorType("f32[p...]") Tensor v,
            @TensorType("f32[p...]") Tensor gradient,
            float rate) {
        assign(m, add(mul(m, 0.9), mul(gradient, 0.1)));
        assign(v, add(mul(square(v), 0.99), mul(square(gradient), 0.01)));
        assign(weight, sub(mul(weight, 0.999), mul(realDiv(m, add(sqrt(v), 1e-8)), rate)));
    }

    @GraphKernel
    public static Tensor crossEntropy(
            @TensorType("f32[b..., c]") Tensor logits, @TensorType("i32[b...]") Tensor labels) {
        Tensor chosen = select(
                equal(expandDims(labels, -1), cast(arange(logits), DType.I32)), logSoftmax(logits, -1), 0);
        return neg(reduceSum(chosen, -1));
    }

    /** The number of each column. */
    @GraphKernel
    public static Tensor arange(@TensorType("f32[..., c]") Tensor logits) {
        return sub(cumSum(add(mul(logits, 0), 1), -1), 1);
    }

    @GraphKernel
    public static Tensor meanLoss(@TensorType("f32[b..., d]") Tensor x, @TensorType("f32[b..., d]") Tensor y) {
        return reduceMean(square(sub(x, y)));
    }

    @GraphKernel
    public static Tensor best(@TensorType("f32[..., d]") Tensor x) {
        return argMax(x, -1);
    }

    @GraphKernel
    public static Tensor lookedUp(@TensorType("f32[d, e]") Tensor table, @TensorType("i32[r..., d]") Tensor rows) {
        return gather(table, rows, 0);
    }

    @GraphKernel
    public static Tensor product(@TensorType("f32[b..., n, d]") Tensor x, @TensorType("f32[d, e]") Tensor w) {
        return tanh(batchMatMul(x, w));
    }

    @GraphKernel
    public static Tensor scores(@TensorType("f32[b..., n, d]") Tensor q, @TensorType("f32[b..., m, d]") Tensor k) {
        return softmax(mul(batchMatMul(q, k, false, true), 0.5), -1);
    }

    @GraphKernel
    public static Tensor repeated(@TensorType("f32[..., d]") Tensor x) {
        return repeatInterleaveInt(x, 3, -1);
    }

    @GraphKernel
    public static Tensor turned(@TensorType("f32[..., d]") Tensor x) {
        return concat(-1, reverse(x, -1), narrow(x, -1, 1, 2), x);
    }

    @GraphKernel
    public static Tensor flat(@TensorType("f32[..., d]") Tensor x) {
        return reshape(mul(x, x.dimension(-1)), -1);
    }

    @GraphKernel
    public static Tensor triangle(@TensorType("f32[..., n, d]") Tensor x) {
        return triu(x, 1);
    }

    /** Kernels over dots, called with declared dims and with dots. */
    @GraphKernel
    public static Tensor called(@TensorType("f32[n, h, d]") Tensor x, @TensorType("f32[s..., h, d]") Tensor y) {
        return add(meanLoss(rowSoftmax(x), x), rowSoftmax(swiGlu(y, y)));
    }

    @GraphKernel
    public static Tensor half(@TensorType("f16[..., d]") Tensor x, @TensorType("f16[d]") Tensor bias) {
        return softmax(add(x, bias), -1);
    }

    @GraphKernel(flags = "--enable_debug_mode=true")
    public static Tensor debugged(@TensorType("f32[..., d]") Tensor x) {
        return sub(x, reduceMax(x, -1, KEEP_DIMS));
    }

    @GraphKernel(flags = "--opt_level=0")
    public static Tensor unfused(@TensorType("f32[..., d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return softmax(add(x, bias), -1);
    }

    /** Undeclared shapes and declared ones together. */
    @GraphKernel
    public static Tensor biased(Tensor x, @TensorType("f32[d]") Tensor bias, @TensorType("f32[n, 1]") Tensor scale) {
        return mul(add(x, bias), exp(scale));
    }

    public record Parts(Tensor sum, Tensor small, Tensor total) {}

    @GraphKernel
    public static Parts parts(Tensor x, @TensorType("f32[n, d]") Tensor w, @TensorType("f32[]") Tensor s) {
        Tensor small = softmax(w, -1);
        Tensor sum = sub(mul(x, s), small);
        return new Parts(sum, small, reduceSum(small));
    }

    @GraphKernel
    public static Tensor views(Tensor x, @TensorType("f32[d, n]") Tensor w, @TensorType("f32[n]") Tensor v) {
        return add(add(x, transpose(w, 1, 0)), reshape(tanh(v), -1, 1));
    }

    @GraphKernel
    public static Tensor joined(Tensor x, @TensorType("f32[n, d]") Tensor w) {
        Tensor part = tanh(w);
        Tensor whole = concat(1, part, neg(w));
        return add(add(x, part), reduceMax(whole, 1, KEEP_DIMS));
    }

    @GraphKernel
    public static Tensor joinedWhole(Tensor x, @TensorType("f32[n, d]") Tensor w) {
        return mul(x, concat(1, tanh(w), exp(w)));
    }

    @GraphKernel
    public static Tensor multiplied(Tensor x, @TensorType("f32[n, d]") Tensor a, @TensorType("f32[d, e]") Tensor b) {
        return mul(x, add(matMul(a, b), 1));
    }

    @GraphKernel
    public static Tensor undeclaredAndDots(Tensor x, @TensorType("f32[b..., d]") Tensor y) {
        return sub(x, mul(softmax(y, -1), add(y, x)));
    }

    @GraphKernel
    public static Tensor undeclaredAndRows(Tensor x, @TensorType("f32[b..., d]") Tensor y) {
        return maximum(x, reduceSum(y, -1, KEEP_DIMS));
    }

    @GraphKernel(flags = "--opt_level=0")
    public static Tensor mixedUnfused(Tensor x, @TensorType("f32[d]") Tensor bias, @TensorType("f32[b..., d]") Tensor y) {
        return mul(add(x, exp(bias)), reduceSum(y, -1, KEEP_DIMS));
    }

    @GraphKernel(flags = "--enable_debug_mode=true")
    public static Tensor mixedDebugged(Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return mul(x, add(softmax(y, -1), 1));
    }

    public record Pair(Tensor dx, Tensor dy) {}

    /** Results of several broadcasts, whose kernels fuse for equal shapes. */
    @GraphKernel
    public static Pair pair(Tensor x, Tensor y, Tensor dz, float dims) {
        Tensor b = mul(mul(x, x), dims);
        return new Pair(mul(dz, mul(sub(b, y), x)), mul(dz, mul(b, -1)));
    }

    @GraphKernel
    public static Pair undeclaredPair(Tensor x, Tensor y, Tensor dz) {
        return pair(x, y, dz, 8);
    }

    /** Undeclared kernels called with dots. */
    @GraphKernel
    public static Tensor sum(Tensor x, Tensor y) {
        return add(x, y);
    }

    @GraphKernel
    public static Tensor calledWithDots(@TensorType("f32[b..., d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        return reduceMax(sum(x, y), -1);
    }

    /** A dim and dots of one name are two things, and so are a parameter and the dots that are called after it. */
    @GraphKernel
    public static Tensor oneName(@TensorType("f32[d..., d]") Tensor x, @TensorType("f32[..., x, d]") Tensor d) {
        return add(reduceSum(x, -1, KEEP_DIMS), reduceMean(mul(d, d.dimension(-2))));
    }

    @GraphKernel
    public static Tensor attention(
            @TensorType("f32[b..., h, n, d]") Tensor q,
            @TensorType("f32[b..., h, m, d]") Tensor k,
            @TensorType("f32[b..., h, m, d]") Tensor v) {
        return batchMatMul(softmax(mul(batchMatMul(q, k, false, true), 0.5), -1), v);
    }

    @GraphKernel
    public static void filled(
            @TensorType("f32[b..., d]") Tensor p, @TensorType("f32[d]") Tensor v, @TensorType("f32[b..., 1]") Tensor w) {
        assign(p, v);
        assign(w, reduceMax(add(p, w), -1, KEEP_DIMS));
    }
}
