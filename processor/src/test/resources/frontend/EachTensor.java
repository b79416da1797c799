package demo;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/** Loops over the tensors of a model. */
public final class EachTensor {

    private static final float DECAY = 0.5f;

    public record Dense(@TensorType("f32[d, d]") Tensor weight, @TensorType("f32[d]") Tensor bias, float slope) {}

    public record Pair(Tensor a, Tensor b) {}

    public record Model(@TensorType("f32[d]") Tensor scale, @Length(2) List<Dense> layers) {}

    /** Matrices decay; the number of the record is not a parameter. */
    /* GRAPH step(%w.weight: f32[w.d, w.d], %w.bias: f32[w.d], float w.slope, %m.weight: f32[w.d, w.d], %m.bias: f32[w.d], float m.slope, %v.weight: f32[w.d, w.d], %v.bias: f32[w.d], float v.slope, %g.weight: f32[w.d, w.d], %g.bias: f32[w.d], float g.slope, float rate) {
      %0 = Square(%g.weight) : f32[w.d, w.d]
      %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
      %2 = Square(%g.bias) : f32[w.d]
      %3 = ReduceSum(%2) {axes=[], keep_dims=false} : f32[]
      %4 = Add(%1, %3) : f32[]
      %norm = Sqrt(%4) : f32[]
      %clipped = Div(%g.weight, %norm) : f32[w.d, w.d]
      %5 = Add(%m.weight, %clipped) : f32[w.d, w.d]
      %6 = Assign(%m.weight, %5) : f32[w.d, w.d]
      %weight = Mul(%w.weight, 0.5) : f32[w.d, w.d]
      %rate = Scalar() {expression="rate"} : f32[]
      %7 = Mul(%clipped, %rate) : f32[w.d, w.d]
      %8 = Sub(%weight, %7) : f32[w.d, w.d]
      %9 = Assign(%v.weight, %8) : f32[w.d, w.d]
      %10 = Div(%g.bias, %norm) : f32[w.d]
      %11 = Add(%m.bias, %10) : f32[w.d]
      %12 = Assign(%m.bias, %11) : f32[w.d]
      %13 = Assign(%v.bias, %11) : f32[w.d]
      return out=%norm
    }
    */
    @GraphKernel
    public static Tensor step(Dense w, Dense m, Dense v, Dense g, float rate) {
        Tensor norm = sqrt(Parameters.sum(g, x -> reduceSum(square(x))));
        Parameters.forEach(w, m, v, g, (weight, first, second, gradient) -> {
            Tensor clipped = div(gradient, norm);
            assign(first, add(first, clipped));
            if (weight.rank() == 1) {
                assign(second, first);
                return;
            }
            weight = mul(weight, weight.rank() > 1 ? DECAY : 0);
            assign(second, sub(weight, mul(clipped, rate)));
        });
        return norm;
    }

    /* GRAPH shapes(%model.scale: f32[d], %model.layers.0.weight: f32[d, d], %model.layers.0.bias: f32[d], float model.layers.0.slope, %model.layers.1.weight: f32[d, d], %model.layers.1.bias: f32[d], float model.layers.1.slope, %pair.0: f32[n], %pair.1: f32[n], %x: f32[n]) {
      %0 = ZerosLike(%model.layers.0.weight) : f32[d, d]
      %1 = Assign(%model.layers.0.weight, %0) : f32[d, d]
      %2 = ZerosLike(%model.layers.0.bias) : f32[d]
      %3 = Assign(%model.layers.0.bias, %2) : f32[d]
      %4 = ZerosLike(%model.layers.1.weight) : f32[d, d]
      %5 = Assign(%model.layers.1.weight, %4) : f32[d, d]
      %6 = ZerosLike(%model.layers.1.bias) : f32[d]
      %7 = Assign(%model.layers.1.bias, %6) : f32[d]
      %8 = AssignAdd(%pair.0, %x) : f32[n]
      %9 = Assign(%pair.0, %8) : f32[n]
      %10 = AssignAdd(%pair.1, %x) : f32[n]
      %11 = Assign(%pair.1, %10) : f32[n]
      %12 = Add(%8, %x) : f32[n]
      %13 = Assign(%x, %12) : f32[n]
      return 
    }
    */
    @GraphKernel
    public static void shapes(Model model, @TensorType("f32[n]") @Length(2) Tensor[] pair, @TensorType("f32[n]") Tensor x) {
        Parameters.forEach(model.layers(), w -> clear(w));
        Parameters.forEach(pair, List.of(x, x), (to, from) -> assignAdd(to, from));
        Parameters.forEach(x, pair[0], x, (a, b, c) -> assign(a, add(b, c)));
    }

    /* GRAPH clear(%x: f32[a...]) {
      %0 = ZerosLike(%x) : f32[a...]
      %1 = Assign(%x, %0) : f32[a...]
      return 
    }
    */
    @GraphKernel
    static void clear(@TensorType("f32[a...]") Tensor x) {
        assign(x, zerosLike(x));
    }

    /* GRAPH penalty(%a: f32[d], %b: f32[d]) {
      %0 = Square(%a) : f32[d]
      %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
      %2 = Square(%b) : f32[d]
      %3 = ReduceSum(%2) {axes=[], keep_dims=false} : f32[]
      %4 = Add(%1, %3) : f32[]
      %5 = RowMajorIndex() {dims=(d)} : i64[d] gradient
      %6 = BroadcastLike(1.0, %5) : f32[d] gradient
      %7 = Mul(%a, 2.0) : f32[d] gradient
      %8 = Mul(%6, %7) : f32[d] gradient
      %9 = RowMajorIndex() {dims=(d)} : i64[d] gradient
      %10 = BroadcastLike(1.0, %9) : f32[d] gradient
      %11 = Mul(%b, 2.0) : f32[d] gradient
      %12 = Mul(%10, %11) : f32[d] gradient
      return a=%8, b=%12
    }
    */
    @GraphKernel
    public static Pair penalty(@TensorType("f32[d]") Tensor a, @TensorType("f32[d]") Tensor b) {
        Pair pair = new Pair(a, b);
        return gradient(() -> Parameters.sum(pair, x -> reduceSum(square(x))), pair);
    }
}
