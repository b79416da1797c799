package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Torch.scalar;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

final class LambStepWorkload extends Workload {
    private static final float LEARNING_RATE = 0.01f;
    private static final float WEIGHT_DECAY = 0.1f;
    private static final int STEP = 3;
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-6;

    LambStepWorkload(int rows, int columns) {
        super("Lamb step", LambStep.class, "step");
        updated(-1, 1, rows, columns);
        tensor(-1, 1, rows, columns);
        updated(-0.5, 0.5, rows, columns);
        updated(0.25, 0.75, rows, columns);
        number(LEARNING_RATE);
        number(WEIGHT_DECAY);
        number(STEP);
    }

    @Override
    List<Values> expected(List<Values> x) {
        Values parameter = x.get(0);
        int[] dims = parameter.dims();
        Values gradient = x.get(1);
        Values moment = Values.of(p -> BETA1 * x.get(2).at(p) + (1 - BETA1) * gradient.at(p), dims);
        Values variance = Values.of(p -> BETA2 * x.get(3).at(p) + (1 - BETA2) * Math.pow(gradient.at(p), 2), dims);
        Values update = Values.of(
                p -> moment.at(p)
                                / (1 - Math.pow(BETA1, STEP))
                                / (Math.sqrt(variance.at(p) / (1 - Math.pow(BETA2, STEP))) + EPSILON)
                        + WEIGHT_DECAY * parameter.at(p),
                dims);
        double trust = norm(parameter) / norm(update);
        return List.of(Values.of(p -> parameter.at(p) - LEARNING_RATE * trust * update.at(p), dims), moment, variance);
    }

    private static double norm(Values x) {
        return Math.sqrt(Values.sum(x.elements().length, i -> Math.pow(x.elements()[i], 2)));
    }

    /** As in PyTorch's optimizers, in place where possible. */
    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor parameter = x.get(0);
        Tensor gradient = x.get(1);
        Tensor moment = x.get(2).mul_(scalar(BETA1)).add_(gradient, scalar(1 - BETA1));
        Tensor variance = x.get(3).mul_(scalar(BETA2)).addcmul_(gradient, gradient, scalar(1 - BETA2));
        Tensor divisor = variance.div(scalar(1 - Math.pow(BETA2, STEP))).sqrt_().add_(scalar(EPSILON));
        Tensor update = moment.div(scalar(1 - Math.pow(BETA1, STEP))).div_(divisor);
        update.add_(parameter, scalar(WEIGHT_DECAY));
        Tensor weightNorm = parameter.norm();
        Tensor updateNorm = update.norm();
        Tensor bothPositive = weightNorm.gt(scalar(0)).logical_and(updateNorm.gt(scalar(0)));
        Tensor trust = torch.where(bothPositive, weightNorm.div(updateNorm), scalar(1));
        parameter.sub_(update.mul_(trust), scalar(LEARNING_RATE));
        return List.of(parameter, moment, variance);
    }
}
