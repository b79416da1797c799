package demo;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Kernels whose gradients are other kernels. */
public final class CustomGradients {

    private CustomGradients() {}

    /* GRAPH swish(%x: f32[n], float beta) {
      %beta = Scalar() {expression="beta"} : f32[]
      %0 = Mul(%x, %beta) : f32[n]
      %1 = Sigmoid(%0) : f32[n]
      %2 = Mul(%x, %1) : f32[n]
      %3 = CustomGradient(%2, %x, %beta) {gradient="demo.CustomGradients.swishGradient", results=1} : f32[n]
      return out=%3
    }
    */
    @GraphKernel
    public static Tensor swish(@TensorType("f32[n]") Tensor x, float beta) {
        return mul(x, sigmoid(mul(x, beta)));
    }

    /* GRAPH swishGradient(%x: f32[m], float beta, %y: f32[m], %dy: f32[m]) {
      %beta = Scalar() {expression="beta"} : f32[]
      %0 = Mul(%x, %beta) : f32[m]
      %s = Sigmoid(%0) : f32[m]
      %1 = Sub(1.0, %s) : f32[m]
      %2 = Mul(%1, %beta) : f32[m]
      %3 = Mul(%y, %2) : f32[m]
      %4 = Add(%s, %3) : f32[m]
      %5 = Mul(%dy, %4) : f32[m]
      return out=%5
    }
    */
    @GradientOf("swish")
    @GraphKernel
    public static Tensor swishGradient(
            @TensorType("f32[m]") Tensor x,
            float beta,
            @TensorType("f32[m]") Tensor y,
            @TensorType("f32[m]") Tensor dy) {
        Tensor s = sigmoid(mul(x, beta));
        return mul(dy, add(s, mul(y, mul(sub(1, s), beta))));
    }

    /* GRAPH inKernel(%w: f32[a, b], double rate) {
      %0 = Reshape(%w) {dims=(a*b)} : f32[a*b]
      %beta = Scalar() {expression="(float) (rate / 2)"} : f32[]
      %1 = Mul(%0, %beta) : f32[a*b]
      %2 = Sigmoid(%1) : f32[a*b]
      %3 = Mul(%0, %2) : f32[a*b]
      %4 = CustomGradient(%3, %0, %beta) {gradient="demo.CustomGradients.swishGradient", results=1} : f32[a*b]
      %5 = ReduceSum(%4) {axes=[], keep_dims=false} : f32[]
      %6 = RowMajorIndex() {dims=(a*b)} : i64[a*b] gradient
      %7 = BroadcastLike(1.0, %6) : f32[a*b] gradient
      %8 = Scalar() {expression="(float) (rate / 2)"} : f32[]
      %9 = Mul(%0, %8) : f32[a*b] gradient
      %s = Sigmoid(%9) : f32[a*b] gradient
      %10 = Sub(1.0, %s) : f32[a*b] gradient
      %11 = Mul(%10, %8) : f32[a*b] gradient
      %12 = Mul(%4, %11) : f32[a*b] gradient
      %13 = Add(%s, %12) : f32[a*b] gradient
      %14 = Mul(%7, %13) : f32[a*b] gradient
      %15 = Reshape(%14) {dims=(a, b)} : f32[a, b] gradient
      return out=%15
    }
    */
    @GraphKernel
    public static Tensor inKernel(@TensorType("f32[a, b]") Tensor w, double rate) {
        return gradient(() -> reduceSum(swish(reshape(w, w.dimension(0) * w.dimension(1)), (float) (rate / 2))), w);
    }

    /* GRAPH withConstant(%w: f32[8]) {
      %0 = Mul(%w, 1.5) : f32[8]
      %1 = Sigmoid(%0) : f32[8]
      %2 = Mul(%w, %1) : f32[8]
      %3 = CustomGradient(%2, %w, 1.5) {gradient="demo.CustomGradients.swishGradient", results=1} : f32[8]
      %4 = ReduceSum(%3) {axes=[], keep_dims=false} : f32[]
      %5 = RowMajorIndex() {dims=(8)} : i64[8] gradient
      %6 = BroadcastLike(1.0, %5) : f32[8] gradient
      %7 = Mul(%w, 1.5) : f32[8] gradient
      %s = Sigmoid(%7) : f32[8] gradient
      %8 = Sub(1.0, %s) : f32[8] gradient
      %9 = Mul(%8, 1.5) : f32[8] gradient
      %10 = Mul(%3, %9) : f32[8] gradient
      %11 = Add(%s, %10) : f32[8] gradient
      %12 = Mul(%6, %11) : f32[8] gradient
      return out=%12
    }
    */
    @GraphKernel
    public static Tensor withConstant(@TensorType("f32[8]") Tensor w) {
        return gradient(() -> reduceSum(swish(w, 1.5f)), w);
    }

    /** Two results, the second of which has no derivative. */
    public record Rounded(Tensor value, Tensor rest) {}

    public record Both(Tensor x, Tensor scale) {}

    /* GRAPH rounded(%x: f32[b..., n], %scale: f32[n]) {
      %0 = Div(%x, %scale) : f32[b..., n]
      %1 = Round(%0) : f32[b..., n]
      %value = Mul(%1, %scale) : f32[b..., n]
      %rest = Sub(%x, %value) : f32[b..., n]
      %2 = CustomGradient(%value, %rest, %x, %scale) {gradient="demo.CustomGradients.straightThrough", output=0, results=2} : f32[b..., n]
      %3 = CustomGradient(%value, %rest, %x, %scale) {gradient="demo.CustomGradients.straightThrough", output=1, results=2} : f32[b..., n]
      return value=%2, rest=%3
    }
    */
    @GraphKernel
    public static Rounded rounded(@TensorType("f32[b..., n]") Tensor x, @TensorType("f32[n]") Tensor scale) {
        Tensor value = mul(round(div(x, scale)), scale);
        return new Rounded(value, sub(x, value));
    }

    /* GRAPH straightThrough(%x: f32[b..., n], %scale: f32[n], %value: f32[b..., n], %rest: f32[b..., n], %dvalue: f32[b..., n], %drest: f32[b..., n]) {
      %0 = Add(%dvalue, %drest) : f32[b..., n]
      %1 = ZerosLike(%scale) : f32[n]
      return x=%0, scale=%1
    }
    */
    @GradientOf("rounded")
    @GraphKernel
    public static Both straightThrough(
            @TensorType("f32[b..., n]") Tensor x,
            @TensorType("f32[n]") Tensor scale,
            @TensorType("f32[b..., n]") Tensor value,
            @TensorType("f32[b..., n]") Tensor rest,
            @TensorType("f32[b..., n]") Tensor dvalue,
            @TensorType("f32[b..., n]") Tensor drest) {
        return new Both(add(dvalue, drest), zerosLike(scale));
    }

    /* GRAPH throughFirst(%x: f32[k, n], %scale: f32[n]) {
      %0 = Div(%x, %scale) : f32[k, n]
      %1 = Round(%0) : f32[k, n]
      %value = Mul(%1, %scale) : f32[k, n]
      %rest = Sub(%x, %value) : f32[k, n]
      %2 = CustomGradient(%value, %rest, %x, %scale) {gradient="demo.CustomGradients.straightThrough", output=0, results=2} : f32[k, n]
      %3 = CustomGradient(%value, %rest, %x, %scale) {gradient="demo.CustomGradients.straightThrough", output=1, results=2} : f32[k, n]
      %4 = Square(%2) : f32[k, n]
      %5 = ReduceSum(%4) {axes=[], keep_dims=false} : f32[]
      %6 = RowMajorIndex() {dims=(k, n)} : i64[k, n] gradient
      %7 = BroadcastLike(1.0, %6) : f32[k, n] gradient
      %8 = Mul(%2, 2.0) : f32[k, n] gradient
      %9 = Mul(%7, %8) : f32[k, n] gradient
      %10 = CustomGradient(%value, %rest, %x, %scale) {gradient="demo.CustomGradients.straightThrough", output=1, results=2} : f32[k, n]
      %11 = ZerosLike(%10) : f32[k, n] gradient
      %12 = Add(%9, %11) : f32[k, n] gradient
      return out=%12
    }
    */
    @GraphKernel
    public static Tensor throughFirst(@TensorType("f32[k, n]") Tensor x, @TensorType("f32[n]") Tensor scale) {
        return gradient(() -> reduceSum(square(rounded(x, scale).value())), x);
    }
}
