package io.graphkernel.examples.training;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.sparseSoftmaxCrossEntropyWithLogits;
import static io.graphkernel.runtime.Ops.sub;
import static io.graphkernel.runtime.Ops.tanh;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;

/** Two classifiers and their training steps: loss, gradients and update are one kernel plan. */
public final class Classifiers {

    /** Logistic regression is one of these. */
    public record Linear(
            @TensorType("f32[i, o]") Tensor weight,
            @TensorType("f32[o]") Tensor bias) {}

    /** A multilayer perceptron with one hidden layer. */
    public record Mlp(
            @TensorType("f32[d, h]") Tensor up,
            @TensorType("f32[h]") Tensor upBias,
            @TensorType("f32[h, c]") Tensor down,
            @TensorType("f32[c]") Tensor downBias) {}

    private Classifiers() {}

    @GraphKernel
    public static Tensor logits(@TensorType("f32[n, i]") Tensor x, Linear model) {
        return add(matMul(x, model.weight()), model.bias());
    }

    @GraphKernel
    public static Tensor mlpLogits(@TensorType("f32[n, d]") Tensor x, Mlp model) {
        Tensor hidden = tanh(add(matMul(x, model.up()), model.upBias()));
        return add(matMul(hidden, model.down()), model.downBias());
    }

    @GraphKernel
    public static Tensor loss(@TensorType("f32[n, i]") Tensor x, @TensorType("i32[n]") Tensor y, Linear model) {
        return sparseSoftmaxCrossEntropyWithLogits(logits(x, model), y).loss();
    }

    @GraphKernel
    public static Tensor mlpLoss(@TensorType("f32[n, d]") Tensor x, @TensorType("i32[n]") Tensor y, Mlp model) {
        return sparseSoftmaxCrossEntropyWithLogits(mlpLogits(x, model), y).loss();
    }

    @GraphKernel
    public static Tensor step(
            @TensorType("f32[n, i]") Tensor x, @TensorType("i32[n]") Tensor y, Linear model, float rate) {
        var loss = valueAndGradient(() -> loss(x, y, model), model);
        Parameters.forEach(model, loss.gradient(), (weight, gradient) -> descend(weight, gradient, rate));
        return loss.value();
    }

    @GraphKernel
    public static Tensor mlpStep(
            @TensorType("f32[n, d]") Tensor x, @TensorType("i32[n]") Tensor y, Mlp model, float rate) {
        var loss = valueAndGradient(() -> mlpLoss(x, y, model), model);
        Parameters.forEach(model, loss.gradient(), (weight, gradient) -> descend(weight, gradient, rate));
        return loss.value();
    }

    @GraphKernel
    static void descend(
            @TensorType("f32[a...]") Tensor parameter, @TensorType("f32[a...]") Tensor gradient, float rate) {
        assign(parameter, sub(parameter, mul(gradient, rate)));
    }
}
