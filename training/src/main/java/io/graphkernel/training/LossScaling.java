package io.graphkernel.training;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/**
 * Dynamic loss scaling as kernels for calls from a training step, whose ops they are fused with. With values of f16, small gradients
 * underflow to 0 unless the loss is scaled up (Micikevicius and others, Mixed Precision Training, 2018).
 *
 * <p>A step differentiates the {@linkplain #scaled scaled} loss, and multiplies gradients by {@link #inverse}. It {@linkplain
 * #assignIf updates} nothing if a gradient is not finite, and {@linkplain #adapt adapts} the factor.
 * <pre>{@code
 * var loss = valueAndGradient(() -> LossScaling.scaled(loss(model, x, y), scale), model);
 * Tensor unscaled = LossScaling.inverse(scale);
 * Tensor norm = mul(norm(loss.gradient()), unscaled);
 * Tensor finite = isFinite(norm);
 * Parameters.forEach(model, loss.gradient(), (w, g) -> LossScaling.assignIf(finite, w, sub(w, mul(mul(g, unscaled), rate))));
 * LossScaling.adapt(scale, finite);
 * }</pre>
 */
public final class LossScaling {

    /** Default number of consecutive finite steps that double the factor. */
    public static final int DEFAULT_GROWTH_INTERVAL = 2000;

    private LossScaling() {}

    /**
     * Returns the loss times the factor.
     *
     * @param loss loss of the step
     * @param scale current scale
     */
    @GraphKernel
    public static Tensor scaled(@TensorType("f32[]") Tensor loss, LossScale scale) {
        return mul(loss, scale.factor());
    }

    /**
     * Returns the reciprocal of the factor, which is exact: a scaled gradient times it is the gradient.
     *
     * @param scale current scale
     */
    @GraphKernel
    public static Tensor inverse(LossScale scale) {
        return reciprocal(scale.factor());
    }

    /**
     * Assigns a value to a tensor if a condition is true.
     *
     * @param condition condition of the assignment, such as that the norm of the gradients is finite
     * @param target tensor to update
     * @param value new value
     */
    @GraphKernel
    public static void assignIf(
            @TensorType("bool[]") Tensor condition,
            @TensorType("f32[a...]") Tensor target,
            @TensorType("f32[a...]") Tensor value) {
        assign(target, select(condition, value, target));
    }

    /**
     * Adapts the scale after a step, with {@link #DEFAULT_GROWTH_INTERVAL}; see {@link #adaptEvery}.
     *
     * @param scale scale to update
     * @param finite true if all gradients of the step are finite
     */
    @GraphKernel
    public static void adapt(LossScale scale, @TensorType("bool[]") Tensor finite) {
        adaptEvery(scale, finite, DEFAULT_GROWTH_INTERVAL);
    }

    /**
     * Adapts the scale after a step: a step that is not finite halves the factor, and a number of consecutive finite steps doubles it.
     *
     * @param scale scale to update
     * @param finite true if all gradients of the step are finite
     * @param growthInterval number of consecutive finite steps that double the factor
     */
    @GraphKernel
    public static void adaptEvery(LossScale scale, @TensorType("bool[]") Tensor finite, int growthInterval) {
        Tensor steps = add(scale.steps(), 1);
        Tensor grows = greaterEqual(steps, growthInterval);
        Tensor larger = select(grows, mul(scale.factor(), 2), scale.factor());
        assign(scale.factor(), select(finite, larger, mul(scale.factor(), 0.5)));
        assign(scale.steps(), select(logicalAnd(finite, logicalNot(grows)), steps, 0));
    }
}
