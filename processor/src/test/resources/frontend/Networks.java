package demo;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

public final class Networks {

    /** Two results. */
    public record Normalized(Tensor y, Tensor mean) {}

    /* GRAPH layerNorm(%x: f32[n, d], %gamma: f32[d], %beta: f32[d], float epsilon) {
      %0 = ReduceMean(%x) {axes=[-1], keep_dims=true} : f32[n, 1]
      %centred = Sub(%x, %0) : f32[n, d]
      %1 = Square(%centred) : f32[n, d]
      %variance = ReduceMean(%1) {axes=[-1], keep_dims=true} : f32[n, 1]
      %epsilon = Scalar() {expression="epsilon"} : f32[]
      %2 = Add(%variance, %epsilon) : f32[n, 1]
      %3 = Rsqrt(%2) : f32[n, 1]
      %4 = Mul(%centred, %3) : f32[n, d]
      %5 = Mul(%4, %gamma) : f32[n, d]
      %6 = Add(%5, %beta) : f32[n, d]
      return out=%6
    }
    */
    @GraphKernel
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    /* GRAPH withMean(%x: f32[n, d]) {
      %mean = ReduceMean(%x) {axes=[-1], keep_dims=true} : f32[n, 1]
      %y = Sub(%x, %mean) : f32[n, d]
      return y=%y, mean=%mean
    }
    */
    @GraphKernel
    public static Normalized withMean(@TensorType("f32[n, d]") Tensor x) {
        Tensor mean = reduceMean(x, -1, true);
        return new Normalized(sub(x, mean), mean);
    }

    /* GRAPH twice(%x: f32[rows, 64], %g: f32[64], %b: f32[64]) {
      %mean = ReduceMean(%x) {axes=[-1], keep_dims=true} : f32[rows, 1]
      %y = Sub(%x, %mean) : f32[rows, 64]
      %0 = Add(%y, %mean) : f32[rows, 64]
      %1 = ReduceMean(%0) {axes=[-1], keep_dims=true} : f32[rows, 1]
      %centred = Sub(%0, %1) : f32[rows, 64]
      %2 = Square(%centred) : f32[rows, 64]
      %variance = ReduceMean(%2) {axes=[-1], keep_dims=true} : f32[rows, 1]
      %3 = Add(%variance, 1.0E-5) : f32[rows, 1]
      %4 = Rsqrt(%3) : f32[rows, 1]
      %5 = Mul(%centred, %4) : f32[rows, 64]
      %6 = Mul(%5, %g) : f32[rows, 64]
      %7 = Add(%6, %b) : f32[rows, 64]
      return out=%7
    }
    */
    @GraphKernel
    public static Tensor twice(
            @TensorType("f32[rows, 64]") Tensor x, @TensorType("f32[64]") Tensor g, @TensorType("f32[64]") Tensor b) {
        Normalized first = withMean(x);
        return layerNorm(add(first.y(), first.mean()), g, b, 1e-5f);
    }

    /* GRAPH crossEntropy(%scores: f32[n, c], %target: f32[n, c]) {
      %0 = LogSoftmax(%scores) {axis=-1} : f32[n, c]
      %likelihood = Mul(%target, %0) : f32[n, c]
      %1 = ReduceSum(%likelihood) {axes=[0 1], keep_dims=false} : f32[]
      %2 = Neg(%1) : f32[]
      return out=%2
    }
    */
    @GraphKernel
    public static Tensor crossEntropy(@TensorType("f32[n, c]") Tensor scores, @TensorType("f32[n, c]") Tensor target) {
        Tensor likelihood = mul(target, logSoftmax(scores, -1));
        return neg(reduceSum(likelihood, axes(0, 1), false));
    }

    /* GRAPH adamW(%weight: f32[n], %m: f32[n], %v: f32[n], %gradient: f32[n], float learningRate, int step) {
      %0 = Mul(%m, 0.9) : f32[n]
      %1 = Mul(%gradient, 0.1) : f32[n]
      %2 = Add(%0, %1) : f32[n]
      %3 = Assign(%m, %2) : f32[n]
      %4 = Mul(%v, 0.999) : f32[n]
      %5 = Square(%gradient) : f32[n]
      %6 = Mul(%5, 0.001) : f32[n]
      %7 = Add(%4, %6) : f32[n]
      %8 = Assign(%v, %7) : f32[n]
      %9 = Scalar() {expression="(float) (1 - java.lang.Math.pow(0.999, (double) step))"} : f32[]
      %10 = RealDiv(%7, %9) : f32[n]
      %11 = Sqrt(%10) : f32[n]
      %12 = Add(%11, 1.0E-8) : f32[n]
      %direction = RealDiv(%2, %12) : f32[n]
      %13 = Scalar() {expression="(float) (1 - (learningRate * 0.01))"} : f32[]
      %14 = Mul(%weight, %13) : f32[n]
      %rate = Scalar() {expression="(float) (learningRate / (1 - java.lang.Math.pow(0.9, (double) step)))"} : f32[]
      %15 = Mul(%direction, %rate) : f32[n]
      %16 = Sub(%14, %15) : f32[n]
      %17 = Assign(%weight, %16) : f32[n]
      return 
    }
    */
    @GraphKernel
    public static void adamW(
            @TensorType("f32[n]") Tensor weight,
            @TensorType("f32[n]") Tensor m,
            @TensorType("f32[n]") Tensor v,
            @TensorType("f32[n]") Tensor gradient,
            float learningRate,
            int step) {
        final double beta1 = 0.9;
        final double beta2 = 0.999;
        assign(m, add(mul(m, beta1), mul(gradient, 1 - beta1)));
        assign(v, add(mul(v, beta2), mul(square(gradient), 1 - beta2)));
        double rate = learningRate / (1 - Math.pow(beta1, step));
        Tensor direction = realDiv(m, add(sqrt(realDiv(v, 1 - Math.pow(beta2, step))), 1e-8));
        assign(weight, sub(mul(weight, 1 - learningRate * 0.01), mul(direction, rate)));
    }
}
