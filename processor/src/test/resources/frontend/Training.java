package demo;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.ValueAndGradient;

/** Gradients inside a kernel. */
public final class Training {

    public record Step(Tensor loss, Tensor slope) {}

    /** Weights of a layer. */
    public record Layer(Tensor w, Tensor b) {}

    /* GRAPH squares(%x: f32[n, d], %y: f32[n], %w: f32[d]) {
      %0 = Mul(%x, %w) : f32[n, d]
      %1 = ReduceSum(%0) {axes=[-1], keep_dims=false} : f32[n]
      %2 = Sub(%1, %y) : f32[n]
      %3 = Square(%2) : f32[n]
      %4 = ReduceMean(%3) {axes=[], keep_dims=false} : f32[]
      return out=%4
    }
    */
    @GraphKernel
    public static Tensor squares(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[d]") Tensor w) {
        return reduceMean(square(sub(reduceSum(mul(x, w), -1), y)));
    }

    /* GRAPH step(%x: f32[n, d], %y: f32[n], %w: f32[d], float rate) {
      %0 = Mul(%x, %w) : f32[n, d]
      %1 = ReduceSum(%0) {axes=[-1], keep_dims=false} : f32[n]
      %2 = Sub(%1, %y) : f32[n]
      %3 = Square(%2) : f32[n]
      %4 = ReduceMean(%3) {axes=[], keep_dims=false} : f32[]
      %5 = Dimension() {dims=(n)} : f32[]
      %6 = RealDiv(1.0, %5) : f32[] gradient
      %7 = Reshape(%6) {dims=(1)} : f32[1] gradient
      %8 = BroadcastTo(%7) {dims=(n)} : f32[n] gradient
      %9 = Mul(%2, 2.0) : f32[n] gradient
      %10 = Mul(%8, %9) : f32[n] gradient
      %11 = Reshape(%10) {dims=(n, 1)} : f32[n, 1] gradient
      %12 = BroadcastTo(%11) {dims=(n, d)} : f32[n, d] gradient
      %13 = Mul(%12, %x) : f32[n, d] gradient
      %14 = ReduceSum(%13) {axes=[0], keep_dims=false} : f32[d] gradient
      %rate = Scalar() {expression="rate"} : f32[]
      %15 = Mul(%14, %rate) : f32[d]
      %16 = Sub(%w, %15) : f32[d]
      %17 = Assign(%w, %16) : f32[d]
      return loss=%4, slope=%14
    }
    */
    @GraphKernel
    public static Step step(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n]") Tensor y,
            @TensorType("f32[d]") Tensor w,
            float rate) {
        var result = valueAndGradient(() -> squares(x, y, w), w);
        assign(w, sub(w, mul(result.gradient(), rate)));
        return new Step(result.value(), result.gradient());
    }

    /* GRAPH ofBlock(%x: f32[n], %w: f32[n]) {
      %product = Mul(%x, %w) : f32[n]
      %0 = Square(%product) : f32[n]
      %1 = Square(%0) : f32[n]
      %2 = ReduceSum(%1) {axes=[0], keep_dims=true} : f32[1]
      %3 = OnesLike(%2) : f32[1] gradient
      %4 = BroadcastTo(%3) {dims=(n)} : f32[n] gradient
      %5 = Mul(%0, 2.0) : f32[n] gradient
      %6 = Mul(%4, %5) : f32[n] gradient
      %7 = Mul(%product, 2.0) : f32[n] gradient
      %8 = Mul(%6, %7) : f32[n] gradient
      %9 = Mul(%8, %w) : f32[n] gradient
      %10 = Mul(%8, %x) : f32[n] gradient
      %11 = Sub(%9, %10) : f32[n]
      return out=%11
    }
    */
    @GraphKernel
    public static Tensor ofBlock(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor w) {
        Tensor[] both = gradient(
                () -> {
                    Tensor product = mul(x, w);
                    for (int i = 0; i < 2; i++) {
                        product = square(product);
                    }
                    return reduceSum(product, 0, KEEP_DIMS);
                },
                x,
                w);
        return sub(both[0], both[1]);
    }

    /* GRAPH ofRecord(%x: f32[n, d], %w: f32[d, m], %b: f32[m]) {
      %0 = MatMul(%x, %w) {transpose_a=false, transpose_b=false} : f32[n, m]
      %1 = Add(%0, %b) : f32[n, m]
      %2 = Square(%1) : f32[n, m]
      %3 = ReduceSum(%2) {axes=[], keep_dims=false} : f32[]
      %4 = RowMajorIndex() {dims=(n, m)} : i64[n, m] gradient
      %5 = BroadcastLike(1.0, %4) : f32[n, m] gradient
      %6 = Mul(%1, 2.0) : f32[n, m] gradient
      %7 = Mul(%5, %6) : f32[n, m] gradient
      %8 = ReduceSum(%7) {axes=[0], keep_dims=false} : f32[m] gradient
      %9 = MatMul(%x, %7) {transpose_a=true, transpose_b=false} : f32[d, m] gradient
      %10 = Sub(%w, %9) : f32[d, m]
      %11 = Sub(%b, %8) : f32[m]
      return w=%10, b=%11
    }
    */
    @GraphKernel
    public static Layer ofRecord(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, m]") Tensor w, @TensorType("f32[m]") Tensor b) {
        Layer layer = new Layer(w, b);
        ValueAndGradient<Layer> result =
                valueAndGradient(() -> reduceSum(square(add(matMul(x, layer.w()), layer.b()))), layer);
        Layer gradient = result.gradient();
        return new Layer(sub(w, gradient.w()), sub(b, gradient.b()));
    }

    /* GRAPH curvature(%x: f32[n]) {
      %0 = Mul(%x, %x) : f32[n]
      %1 = Mul(%0, %x) : f32[n]
      %2 = ReduceSum(%1) {axes=[], keep_dims=false} : f32[]
      %3 = RowMajorIndex() {dims=(n)} : i64[n] gradient
      %4 = BroadcastLike(1.0, %3) : f32[n] gradient
      %5 = Mul(%4, %x) : f32[n] gradient
      %6 = Mul(%4, %0) : f32[n] gradient
      %7 = Mul(%5, %x) : f32[n] gradient
      %8 = Mul(%5, %x) : f32[n] gradient
      %9 = AddN(%6, %7, %8) : f32[n] gradient
      %10 = ReduceSum(%9) {axes=[], keep_dims=false} : f32[]
      %11 = RowMajorIndex() {dims=(n)} : i64[n] gradient
      %12 = BroadcastLike(1.0, %11) : f32[n] gradient
      %13 = Mul(%12, %4) : f32[n] gradient
      %14 = Mul(%13, %x) : f32[n] gradient
      %15 = Mul(%13, %x) : f32[n] gradient
      %16 = Mul(%12, %x) : f32[n] gradient
      %17 = Mul(%12, %5) : f32[n] gradient
      %18 = Mul(%12, %x) : f32[n] gradient
      %19 = Mul(%12, %5) : f32[n] gradient
      %20 = AddN(%16, %18) : f32[n] gradient
      %21 = Mul(%20, %4) : f32[n] gradient
      %22 = AddN(%14, %15, %17, %19, %21) : f32[n] gradient
      return out=%22
    }
    */
    @GraphKernel
    public static Tensor curvature(@TensorType("f32[n]") Tensor x) {
        return gradient(() -> reduceSum(gradient(() -> reduceSum(mul(mul(x, x), x)), x)), x);
    }

    /* GRAPH afterUpdate(%w: f32[n]) {
      %0 = Add(%w, 1.0) : f32[n]
      %1 = Assign(%w, %0) : f32[n]
      %2 = Square(%0) : f32[n]
      %3 = ReduceSum(%2) {axes=[], keep_dims=false} : f32[]
      %4 = RowMajorIndex() {dims=(n)} : i64[n] gradient
      %5 = BroadcastLike(1.0, %4) : f32[n] gradient
      %6 = Mul(%0, 2.0) : f32[n] gradient
      %7 = Mul(%5, %6) : f32[n] gradient
      return out=%7
    }
    */
    @GraphKernel
    public static Tensor afterUpdate(@TensorType("f32[n]") Tensor w) {
        assign(w, add(w, 1));
        return gradient(() -> reduceSum(square(w)), w);
    }

    /* GRAPH ofStopped(%w: f32[n]) {
      %0 = Square(%w) : f32[n]
      %1 = StopGradient(%0) : f32[n]
      %2 = Mul(%1, %w) : f32[n]
      %3 = ReduceSum(%2) {axes=[], keep_dims=false} : f32[]
      %4 = RowMajorIndex() {dims=(n)} : i64[n] gradient
      %5 = BroadcastLike(1.0, %4) : f32[n] gradient
      %6 = Mul(%5, %1) : f32[n] gradient
      return out=%6
    }
    */
    @GraphKernel
    public static Tensor ofStopped(@TensorType("f32[n]") Tensor w) {
        return gradient(() -> reduceSum(mul(stopGradient(square(w)), w)), w);
    }
}
