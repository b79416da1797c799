package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.pow;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.sigmoid;
import static io.graphkernel.runtime.Ops.sigmoidCrossEntropyWithLogits;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The loss of Lin et al., "Focal Loss for Dense Object Detection". */
public final class FocalLoss {

    private FocalLoss() {}

    /**
     * The mean of -αₜ (1 - pₜ)^γ ln pₜ, where pₜ is the probability given to what is so.
     *
     * @param targets 1 where the class is there, else 0
     * @param alpha the weight of classes that are there
     * @param gamma how little easy examples count
     */
    @GraphKernel
    public static Tensor focalLoss(
            @TensorType("f32[n, k]") Tensor logits, @TensorType("f32[n, k]") Tensor targets, float alpha, float gamma) {
        Tensor probability = sigmoid(logits);
        Tensor missed = add(mul(probability, sub(1, targets)), mul(sub(1, probability), targets));
        Tensor weight = add(mul(targets, alpha), mul(sub(1, targets), 1 - alpha));
        Tensor entropy = sigmoidCrossEntropyWithLogits(logits, targets);
        return reduceMean(mul(mul(weight, pow(missed, gamma)), entropy));
    }
}
