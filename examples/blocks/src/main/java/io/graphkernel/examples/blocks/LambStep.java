package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.greater;
import static io.graphkernel.runtime.Ops.logicalAnd;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.realDiv;
import static io.graphkernel.runtime.Ops.reduceL2;
import static io.graphkernel.runtime.Ops.select;
import static io.graphkernel.runtime.Ops.sqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** A step of the optimizer of You et al., "Large Batch Optimization for Deep Learning". */
public final class LambStep {

    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-6;

    private LambStep() {}

    /**
     * Moves a parameter and its two moments, in place.
     *
     * @param step from 1
     */
    @GraphKernel
    public static void step(
            @TensorType("f32[n, d]") Tensor parameter,
            @TensorType("f32[n, d]") Tensor gradient,
            @TensorType("f32[n, d]") Tensor moment,
            @TensorType("f32[n, d]") Tensor variance,
            float learningRate,
            float weightDecay,
            int step) {
        Tensor newMoment = add(mul(moment, BETA1), mul(gradient, 1 - BETA1));
        Tensor newVariance = add(mul(variance, BETA2), mul(square(gradient), 1 - BETA2));
        Tensor moment1 = mul(newMoment, 1 / (1 - Math.pow(BETA1, step)));
        Tensor moment2 = mul(newVariance, 1 / (1 - Math.pow(BETA2, step)));
        Tensor update = add(realDiv(moment1, add(sqrt(moment2), EPSILON)), mul(parameter, weightDecay));

        Tensor weightNorm = reduceL2(parameter);
        Tensor updateNorm = reduceL2(update);
        Tensor bothPositive = logicalAnd(greater(weightNorm, 0), greater(updateNorm, 0));
        Tensor trust = select(bothPositive, realDiv(weightNorm, updateNorm), 1);

        assign(moment, newMoment);
        assign(variance, newVariance);
        assign(parameter, sub(parameter, mul(update, mul(trust, learningRate))));
    }
}
