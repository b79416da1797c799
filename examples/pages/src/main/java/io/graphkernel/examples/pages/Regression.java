package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GradientOf;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The kernels of docs/gradients.md. */
final class Regression {

    private Regression() {}

    record Step(Tensor loss, Tensor gradient) {}

    @GraphKernel
    static Tensor loss(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n]") Tensor y, @TensorType("f32[d]") Tensor w) {
        return reduceMean(square(sub(reduceSum(mul(x, w), -1), y)));
    }

    @GraphKernel
    static Step step(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n]") Tensor y,
            @TensorType("f32[d]") Tensor w,
            float rate) {
        var loss = valueAndGradient(() -> loss(x, y, w), w);
        assign(w, sub(w, mul(loss.gradient(), rate)));
        return new Step(loss.value(), loss.gradient());
    }

    @GraphKernel
    static Tensor rounded(@TensorType("f32[n]") Tensor x, float step) {
        return mul(round(div(x, step)), step);
    }

    @GradientOf("rounded")
    @GraphKernel
    static Tensor roundedBackward(
            @TensorType("f32[n]") Tensor x,
            float step,
            @TensorType("f32[n]") Tensor y,
            @TensorType("f32[n]") Tensor dy) {
        return dy;
    }
}
