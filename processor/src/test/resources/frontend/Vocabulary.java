package demo;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Tensor;

/** Calls of every form that methods of Ops have. */
final class Vocabulary {

    private static final int HEADS = 4;
    private static final String GROUP = "pipeline";

    /* GRAPH numbers(%whole: i64[n], %wide: f64[n], %small: u8[n], int i, long l, double d) {
      %0 = Mul(%whole, 9007199254740993:i64) : i64[n]
      %l = Scalar() {expression="l"} : i64[]
      %a = Add(%0, %l) : i64[n]
      %i = Scalar() {expression="(long) i"} : i64[]
      %1 = Add(%a, %i) : i64[n]
      %b = Sub(1:i64, %1) : i64[n]
      %2 = Pow(%wide, 0.1:f64) : f64[n]
      %d = Scalar() {expression="d"} : f64[]
      %c = Mul(%2, %d) : f64[n]
      %3 = Maximum(%small, 3:u8) : u8[n]
      %4 = Scalar() {expression="i", java_type="int"} : u8[]
      %e = Add(%3, %4) : u8[n]
      %5 = Cast(%b) {dtype="f64"} : f64[n]
      %6 = Add(%5, %c) : f64[n]
      %7 = Cast(%e) {dtype="f64"} : f64[n]
      %8 = Add(%6, %7) : f64[n]
      return out=%8
    }
    */
    @GraphKernel
    static Tensor numbers(
            @TensorType("i64[n]") Tensor whole,
            @TensorType("f64[n]") Tensor wide,
            @TensorType("u8[n]") Tensor small,
            int i,
            long l,
            double d) {
        Tensor a = add(mul(whole, 9_007_199_254_740_993L), l);
        Tensor b = sub(1, add(a, i));
        Tensor c = mul(pow(wide, 0.1), d);
        Tensor e = add(maximum(small, 3), i);
        return add(add(cast(b, DType.F64), c), cast(e, DType.F64));
    }

    /* GRAPH halves(%x: f16[x..], %y: f16[y..], float f, int i) {
      %0 = Add(%x, %y) : f16[x.. y..]
      %1 = Scalar() {expression="f + (i * 0.1)", java_type="double"} : f16[]
      %2 = Mul(%0, %1) : f16[x.. y..]
      return out=%2
    }
    */
    @GraphKernel
    static Tensor halves(@TensorType("f16[...]") Tensor x, @TensorType("f16[...]") Tensor y, float f, int i) {
        return mul(add(x, y), f + i * 0.1);
    }

    /* GRAPH views(%x: f32[b, s, d]) {
      %0 = Reshape(%x) {dims=(b, s, 4, -1)} : f32[b, s, 4, floorDiv(d, 4)]
      %heads = Transpose(%0) {permutation=[0 2 1 3]} : f32[b, 4, s, floorDiv(d, 4)]
      %1 = Transpose(%heads) {permutation=[0 -2 1 3]} : f32[b, s, 4, floorDiv(d, 4)]
      %merged = Reshape(%1) {dims=(b, -1, 4*floorDiv(d, 4))} : f32[b, s, 4*floorDiv(d, 4)]
      %tail = StridedSlice(%merged) {begin=(0, 1, 0), end=(9223372036854775807, 9223372036854775807, 2), strides=[1 2 1]} : f32[b, floorDiv(s, 2), min(2, 4*floorDiv(d, 4))]
      %2 = ExpandDims(%tail) {axis=0} : f32[1, b, floorDiv(s, 2), min(2, 4*floorDiv(d, 4))]
      %3 = Squeeze(%2) {axes=[0]} : f32[b, floorDiv(s, 2), min(2, 4*floorDiv(d, 4))]
      %4 = Reverse(%3) {axes=[1]} : f32[b, floorDiv(s, 2), min(2, 4*floorDiv(d, 4))]
      require 4*b*floorDiv(d, 4)*s == b*d*s "@reshape: the product of dims"
      return out=%4
    }
    */
    @GraphKernel
    static Tensor views(@TensorType("f32[b, s, d]") Tensor x) {
        long width = x.dimension(2) / HEADS;
        Tensor heads = transpose(reshape(x, x.dimension(0), x.dimension(1), HEADS, -1), 0, 2, 1, 3);
        Tensor merged = reshape(transpose(heads, 0, -2, 1, 3), new long[] {x.dimension(0), -1, HEADS * width});
        long[] begin = {0, 1, 0};
        Tensor tail = stridedSlice(merged, begin, new long[] {Long.MAX_VALUE, Long.MAX_VALUE, 2}, new long[] {1, 2, 1});
        return reverse(squeeze(expandDims(tail, 0), 0), 1);
    }

    /* GRAPH sizes(%x: f32[n, 3*m + 1], %y: f32[m]) {
      %sum = ReduceSum(%x) {axes=[1], keep_dims=false} : f32[n]
      %0 = Dimension() {dims=(3*m + 1)} : f32[]
      %mean = Div(%sum, %0) : f32[n]
      %1 = ExpandDims(%mean) {axis=1} : f32[n, 1]
      %2 = BroadcastTo(%1) {dims=(n, max(3*m + 3, 4))} : f32[n, max(3*m + 3, 4)]
      require max(3*m + 3, 4)*n <= 4503599627370496 "@broadcastTo: the number of elements"
      return out=%2
    }
    */
    @GraphKernel
    static Tensor sizes(@TensorType("f32[n, 3*m + 1]") Tensor x, @TensorType("f32[m]") Tensor y) {
        Tensor sum = reduceSum(x, 1);
        long columns = 1;
        for (int axis = 1; axis < x.rank(); axis++) {
            columns *= x.dimension(axis);
        }
        columns += 2;
        Tensor mean = div(sum, columns - 2);
        if (x.dimension(1) - 3 * y.dimension(0) == 1) {
            return broadcastTo(expandDims(mean, 1), x.dimension(0), Math.max(columns, 4));
        }
        return mean;
    }

    /* GRAPH several(%x: f32[n, 4*k], %gamma: f32[4*k], %square: f32[k, k]) {
      %norm_y = LayerNorm(%x, %gamma, %gamma, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=0} : f32[n, 4*k]
      %norm_mean = LayerNorm(%x, %gamma, %gamma, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=1} : f32[n, 1]
      %norm_variance = LayerNorm(%x, %gamma, %gamma, 1.0E-5) {begin_norm_axis=-1, begin_params_axis=-1, output=2} : f32[n, 1]
      %parts_0 = Split(%norm_y) {axis=-1, output=0, parts=4} : f32[n, k]
      %parts_1 = Split(%norm_y) {axis=-1, output=1, parts=4} : f32[n, k]
      %parts_2 = Split(%norm_y) {axis=-1, output=2, parts=4} : f32[n, k]
      %parts_3 = Split(%norm_y) {axis=-1, output=3, parts=4} : f32[n, k]
      %joined = Concat(%parts_0, %parts_3) {axis=1} : f32[n, 2*k]
      %all = AddN(%parts_0, %parts_1, %parts_2, %parts_3) : f32[n, k]
      %mean = BroadcastTo(%norm_mean) {dims=(-1, k)} : f32[n, k]
      %0 = Slice(%joined) {begin=(0, 0), size=(-1, k)} : f32[n, k]
      %1 = Concat(%0, %all, %mean, %square) {axis=0} : f32[k + 3*n, k]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor several(
            @TensorType("f32[n, 4*k]") Tensor x,
            @TensorType("f32[4*k]") Tensor gamma,
            @TensorType("f32[k, k]") Tensor square) {
        var norm = layerNorm(x, gamma, gamma, 1e-5);
        Tensor[] parts = split(norm.y(), 4, -1);
        Tensor joined = concat(1, parts[0], parts[parts.length - 1]);
        Tensor all = addN(parts);
        Tensor mean = broadcastTo(norm.mean(), -1, square.dimension(0));
        return concat(0, slice(joined, new long[] {0, 0}, new long[] {-1, x.dimension(1) / 4}), all, mean, square);
    }

    /* GRAPH products(%a: bf16[m, k], %b: bf16[n, k]) {
      %0 = MatMul(%a, %b) {transpose_a=false, transpose_b=true} : bf16[m, n]
      return out=%0
    }
    */
    @GraphKernel
    static Tensor products(@TensorType("bf16[m, k]") Tensor a, @TensorType("bf16[n, k]") Tensor b) {
        return matMul(a, b, false, true);
    }

    /* GRAPH losses(%p: f32[n], %y: f32[n], %w: f32[n]) {
      %0 = BinaryCrossEntropy(%p, %y) {absent="weight", reduction="MEAN"} : f32[]
      %1 = BinaryCrossEntropy(%p, %y, %w) {reduction="SUM"} : f32[]
      %2 = Add(%0, %1) : f32[]
      return out=%2
    }
    */
    @GraphKernel
    static Tensor losses(@TensorType("f32[n]") Tensor p, @TensorType("f32[n]") Tensor y, @TensorType("f32[n]") Tensor w) {
        return add(binaryCrossEntropy(p, y), binaryCrossEntropy(p, y, w, Reduction.SUM));
    }

    /* GRAPH random(%x: f32[n, d], long seed) {
      %seed = Scalar() {expression="seed"} : i64[]
      %dropped_y = Dropout(%x, 0.9, %seed, 7:i64) {output=0} : f32[n, d]
      %dropped_mask = Dropout(%x, 0.9, %seed, 7:i64) {output=1} : f32[n, d]
      %0 = StandardNormal(%seed, 1:i64) {dims=(n, d)} : f32[n, d]
      %1 = Add(%dropped_y, %0) : f32[n, d]
      require max(1, d)*max(1, n) <= 4503599627370496 "@standardNormal: the number of elements"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor random(@TensorType("f32[n, d]") Tensor x, long seed) {
        var dropped = dropout(x, 0.9, seed, 7);
        return add(dropped.y(), standardNormal(seed, 1L, x.dimension(0), x.dimension(1)));
    }

    /* GRAPH chosen(%x: f32[n, d], %indices: i32[k]) {
      %rows = Gather(%x, %indices) {axis=0} : f32[k, d]
      %index = ArgMaxWithValue(%rows) {axis=1, keep_dims=true, output=0} : i64[k, 1]
      %value = ArgMaxWithValue(%rows) {axis=1, keep_dims=true, output=1} : f32[k, 1]
      %running = CumSum(%value) {axis=0, exclusive=true, reverse=false} : f32[k, 1]
      %0 = OneHot(%indices, 1.0, 0.0) {axis=-1, depth=(d)} : f32[k, d]
      %1 = Add(%running, %0) : f32[k, d]
      require d >= 1 "@argMaxWithValue: the axis"
      require max(1, d)*max(1, k) <= 4503599627370496 "@oneHot: the number of elements"
      return out=%1
    }
    */
    @GraphKernel
    static Tensor chosen(@TensorType("f32[n, d]") Tensor x, @TensorType("i32[k]") Tensor indices) {
        Tensor rows = gather(x, indices, 0);
        Tensor best = argMaxWithValue(rows, 1, true).value();
        Tensor running = cumSum(best, 0, true, false);
        return add(running, oneHot(indices, 1, 0f, x.dimension(1)));
    }

    /* GRAPH step(%w: f32[n], %m: f32[n], %v: f32[n], %grad: f32[n], double rate) {
      %rate = Scalar() {expression="(float) rate"} : f32[]
      %var = AdamWeightDecay(%w, %m, %v, %rate, 0.9, 0.999, 1.0E-8, 0.01, %grad) {output=0} : f32[n]
      %0 = AdamWeightDecay(%w, %m, %v, %rate, 0.9, 0.999, 1.0E-8, 0.01, %grad) {output=1} : f32[n]
      %1 = AdamWeightDecay(%w, %m, %v, %rate, 0.9, 0.999, 1.0E-8, 0.01, %grad) {output=2} : f32[n]
      %2 = Assign(%w, %var) : f32[n]
      %3 = Assign(%m, %0) : f32[n]
      %4 = Assign(%v, %1) : f32[n]
      %5 = AssignAdd(%0, 1.0) : f32[n]
      %6 = Assign(%m, %5) : f32[n]
      %7 = AssignAdd(%1, %var) : f32[n]
      %8 = Assign(%v, %7) : f32[n]
      %9 = Add(%var, %7) : f32[n]
      return out=%9
    }
    */
    @GraphKernel
    static Tensor step(
            @TensorType("f32[n]") Tensor w,
            @TensorType("f32[n]") Tensor m,
            @TensorType("f32[n]") Tensor v,
            @TensorType("f32[n]") Tensor grad,
            double rate) {
        adamWeightDecay(w, m, v, rate, 0.9, 0.999, 1e-8, 0.01, grad);
        assignAdd(m, 1);
        return add(w, assignAdd(v, w));
    }

    /* GRAPH together(%x: f32[n], %w: f32[n, n]) {
      %sum = AllReduce(%x) {group="world", op="SUM"} : f32[n]
      %largest = AllReduce(%sum) {group="tensor parallel", op="MAX"} : f32[n]
      %once = OnRank(%largest) {group="pipeline", rank=1} : f32[n]
      %0 = MatMulAllReduce(%w, %w) {group="world", transpose_b=true} : f32[n, n]
      %1 = Add(%0, %once) : f32[n, n]
      return out=%1
    }
    */
    @GraphKernel
    static Tensor together(@TensorType("f32[n]") Tensor x, @TensorType("f32[n, n]") Tensor w) {
        Tensor sum = allReduce(x);
        Tensor largest = allReduce(sum, ReduceOp.MAX, "tensor parallel");
        Tensor once = onRank(largest, 1, GROUP);
        return add(matMulAllReduce(w, w, true, Communicator.WORLD), once);
    }

    /* GRAPH nested(%x: f32[p, 3*q + 1], %y: f32[q]) {
      %sum = ReduceSum(%x) {axes=[1], keep_dims=false} : f32[p]
      %0 = Dimension() {dims=(3*q + 1)} : f32[]
      %mean = Div(%sum, %0) : f32[p]
      %1 = ExpandDims(%mean) {axis=1} : f32[p, 1]
      %2 = BroadcastTo(%1) {dims=(p, max(3*q + 3, 4))} : f32[p, max(3*q + 3, 4)]
      require max(3*q + 3, 4)*p <= 4503599627370496 "@broadcastTo: the number of elements"
      return out=%2
    }
    */
    @GraphKernel
    static Tensor nested(@TensorType("f32[p, 3*q + 1]") Tensor x, @TensorType("f32[q]") Tensor y) {
        return sizes(x, y);
    }
}
