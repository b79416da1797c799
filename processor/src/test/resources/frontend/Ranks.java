package fixture;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Methods over any number of batch dims: the dots are one dim of the graph. */
final class Ranks {

    /* GRAPH rowSoftmax(%x: f32[x..., d]) {
      %0 = Softmax(%x) {axis=-1} : f32[x..., d]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor rowSoftmax(@TensorType("f32[..., d]") Tensor x) {
        return softmax(x, -1);
    }

    /* GRAPH rms(%x: f32[x..., d], %gamma: f32[d], float epsilon) {
      %0 = Square(%x) : f32[x..., d]
      %mean = ReduceMean(%0) {axes=[-1], keep_dims=true} : f32[x..., 1]
      %epsilon = Scalar() {expression="epsilon"} : f32[]
      %1 = Add(%mean, %epsilon) : f32[x..., 1]
      %2 = Rsqrt(%1) : f32[x..., 1]
      %3 = Mul(%x, %2) : f32[x..., d]
      %4 = Mul(%3, %gamma) : f32[x..., d]
      return out=%4
    }
    */
    @GraphKernel
    static Tensor rms(
            @TensorType("f32[..., d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        Tensor mean = reduceMean(square(x), -1, KEEP_DIMS);
        return mul(mul(x, rsqrt(add(mean, epsilon))), gamma);
    }

    /* GRAPH swiGlu(%gate: f32[b..., d], %up: f32[b..., d]) {
      %0 = SiLU(%gate) : f32[b..., d]
      %1 = Mul(%0, %up) : f32[b..., d]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor swiGlu(@TensorType("f32[b..., d]") Tensor gate, @TensorType("f32[b..., d]") Tensor up) {
        return mul(siLU(gate), up);
    }

    /* GRAPH halves(%x: f32[x..., 2*h]) {
      %parts_0 = Split(%x) {axis=-1, output=0, parts=2} : f32[x..., h]
      %parts_1 = Split(%x) {axis=-1, output=1, parts=2} : f32[x..., h]
      %0 = SiLU(%parts_0) : f32[x..., h]
      %1 = Mul(%0, %parts_1) : f32[x..., h]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor halves(@TensorType("f32[..., 2*h]") Tensor x) {
        Tensor[] parts = split(x, 2, -1);
        return mul(siLU(parts[0]), parts[1]);
    }

    /* GRAPH momentum(%weight: f32[p...], %moment: f32[p...], %gradient: f32[p...], float rate) {
      %0 = Mul(%moment, 0.9) : f32[p...]
      %1 = Add(%0, %gradient) : f32[p...]
      %2 = Assign(%moment, %1) : f32[p...]
      %rate = Scalar() {expression="rate"} : f32[]
      %3 = Mul(%1, %rate) : f32[p...]
      %4 = Sub(%weight, %3) : f32[p...]
      %5 = Assign(%weight, %4) : f32[p...]
      return 
    }
    */
    @GraphKernel
    static void momentum(
            @TensorType("f32[p...]") Tensor weight,
            @TensorType("f32[p...]") Tensor moment,
            @TensorType("f32[p...]") Tensor gradient,
            float rate) {
        assign(moment, add(mul(moment, 0.9), gradient));
        assign(weight, sub(weight, mul(moment, rate)));
    }

    /* GRAPH meanLoss(%logits: f32[b..., c], %labels: f32[b..., c]) {
      %0 = LogSoftmax(%logits) {axis=-1} : f32[b..., c]
      %1 = Mul(%labels, %0) : f32[b..., c]
      %2 = Neg(%1) : f32[b..., c]
      %3 = ReduceMean(%2) {axes=[], keep_dims=false} : f32[]
      return out=%3
    }
    */
    @GraphKernel
    static Tensor meanLoss(@TensorType("f32[b..., c]") Tensor logits, @TensorType("f32[b..., c]") Tensor labels) {
        return reduceMean(neg(mul(labels, logSoftmax(logits, -1))));
    }

    /* GRAPH best(%logits: f32[logits..., c]) {
      %0 = ArgMax(%logits) {axis=-1} : i64[logits...]
      require c >= 1 "@argMax: the axis"
      return out=%0
    }
    */
    @GraphKernel
    static Tensor best(@TensorType("f32[..., c]") Tensor logits) {
        return argMax(logits, -1);
    }

    /* GRAPH heads(%x: f32[b..., n, d], %w: f32[d, m]) {
      %0 = BatchMatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[b..., n, m]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor heads(
            @TensorType("f32[b..., n, d]") Tensor x, @TensorType("f32[d, m]") Tensor w) {
        return batchMatMul(x, w);
    }

    /* GRAPH lookedUp(%table: f32[v, d], %rows: i32[b..., k]) {
      %0 = Gather(%table, %rows) {axis=0} : f32[b..., k, d]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor lookedUp(@TensorType("f32[v, d]") Tensor table, @TensorType("i32[b..., k]") Tensor rows) {
        return gather(table, rows, 0);
    }

    /* GRAPH normalized(%x: f32[x..., d], %gamma: f32[d], %beta: f32[d]) {
      %y = LayerNorm(%x, %gamma, %beta, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=0} : f32[x..., d]
      %mean = LayerNorm(%x, %gamma, %beta, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=1} : f32[x..., 1]
      %variance = LayerNorm(%x, %gamma, %beta, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=2} : f32[x..., 1]
      return out=%y
    }
    */
    @GraphKernel
    static Tensor normalized(
            @TensorType("f32[..., d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta) {
        return Ops.layerNorm(x, gamma, beta, 1e-5, -1, -1).y();
    }

    /* GRAPH gradient(%x: f32[b..., d], %dy: f32[b..., d], %variance: f32[b..., 1], %mean: f32[b..., 1], %gamma: f32[d]) {
      %dx = LayerNormGrad(%x, %dy, %variance, %mean, %gamma, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=0} : f32[b..., d]
      %dgamma = LayerNormGrad(%x, %dy, %variance, %mean, %gamma, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=1} : f32[d]
      %dbeta = LayerNormGrad(%x, %dy, %variance, %mean, %gamma, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=2} : f32[d]
      return out=%dgamma
    }
    */
    @GraphKernel
    static Tensor gradient(
            @TensorType("f32[b..., d]") Tensor x,
            @TensorType("f32[b..., d]") Tensor dy,
            @TensorType("f32[b..., 1]") Tensor variance,
            @TensorType("f32[b..., 1]") Tensor mean,
            @TensorType("f32[d]") Tensor gamma) {
        return Ops.layerNormGrad(x, dy, variance, mean, gamma).dgamma();
    }

    /* GRAPH flat(%x: f32[x..., d]) {
      %0 = Reshape(%x) {dims=(-1)} : f32[d*x...]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor flat(@TensorType("f32[..., d]") Tensor x) {
        return reshape(x, -1);
    }

    /* GRAPH repeated(%x: f32[x..., d]) {
      %0 = RepeatInterleaveInt(%x) {axis=-1, repeats=(3)} : f32[x..., 3*d]
      require 3*max(1, d)*max(1, x...) <= 4503599627370496 "@repeatInterleaveInt: the number of elements"
      require 3*d*x... <= 4503599627370496 "@broadcastTo: the number of elements"
      return out=%0
    }
    */
    @GraphKernel
    static Tensor repeated(@TensorType("f32[..., d]") Tensor x) {
        return repeatInterleaveInt(x, 3, -1);
    }

    /* GRAPH width(%x: f32[x..., d]) {
      %0 = Dimension() {dims=(d)} : f32[]
      %1 = Mul(%x, %0) : f32[x..., d]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor width(@TensorType("f32[..., d]") Tensor x) {
        return mul(x, x.dimension(-1));
    }

    /** The callee's dots are the caller's dims. */
    /* GRAPH called(%x: f32[n, h, d], %y: f32[s..., h, d]) {
      %0 = Softmax(%x) {axis=-1} : f32[n, h, d]
      %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
      %2 = SiLU(%y) : f32[s..., h, d]
      %3 = Mul(%2, %y) : f32[s..., h, d]
      %4 = Softmax(%3) {axis=-1} : f32[s..., h, d]
      %5 = Add(%1, %4) : f32[s..., h, d]
      return out=%5
    }
    */
    @GraphKernel
    static Tensor called(@TensorType("f32[n, h, d]") Tensor x, @TensorType("f32[s..., h, d]") Tensor y) {
        return add(reduceSum(rowSoftmax(x)), rowSoftmax(swiGlu(y, y)));
    }

    /** Undeclared shapes broadcast with declared ones when the stub is called. */
    /* GRAPH biased(%x: f32[x..], %bias: f32[d], %scale: f32[n, 1], %y: f32[y..]) {
      %0 = Add(%x, %bias) : f32[x.. | d]
      %1 = Sub(%0, %y) : f32[x.. y.. | d]
      %2 = Exp(%scale) : f32[n, 1]
      %3 = Mul(%1, %2) : f32[x.. y.. | n, d]
      return out=%3
    }
    */
    @GraphKernel
    static Tensor biased(Tensor x, @TensorType("f32[d]") Tensor bias, @TensorType("f32[n, 1]") Tensor scale, Tensor y) {
        return mul(sub(add(x, bias), y), exp(scale));
    }

    /** An undeclared callee over dots and undeclared shapes. */
    /* GRAPH mixed(%x: f32[x..], %y: f32[y..., d]) {
      %0 = Softmax(%y) {axis=-1} : f32[y..., d]
      %1 = Add(%x, %0) : f32[x.. | y..., d]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor mixed(Tensor x, @TensorType("f32[..., d]") Tensor y) {
        return sum(x, rowSoftmax(y));
    }

    /* GRAPH sum(%x: f32[x..], %y: f32[y..]) {
      %0 = Add(%x, %y) : f32[x.. y..]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor sum(Tensor x, Tensor y) {
        return add(x, y);
    }
}
