package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Torch.scalar;
import static io.graphkernel.examples.blocks.Values.sigmoid;

import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

final class FocalLossWorkload extends Workload {
    private static final float ALPHA = 0.25f;
    private static final float GAMMA = 2;
    /** Frequency of a class. */
    private static final double THERE = 0.1;
    /** PyTorch's number for losses of their own for each element. */
    private static final long UNREDUCED = 0;

    FocalLossWorkload(int examples, int classes) {
        super("Focal loss", FocalLoss.class, "focalLoss");
        tensor(-4, 4, examples, classes);
        tensor(u -> u < THERE ? 1 : 0, examples, classes);
        number(ALPHA);
        number(GAMMA);
    }

    @Override
    List<Values> expected(List<Values> x) {
        int count = x.get(0).elements().length;
        double total = Values.sum(count, i -> {
            boolean there = x.get(1).elements()[i] == 1;
            double right = sigmoid(there ? x.get(0).elements()[i] : -x.get(0).elements()[i]);
            return -(there ? ALPHA : 1 - ALPHA) * Math.pow(1 - right, GAMMA) * Math.log(right);
        });
        return List.of(Values.of(p -> total / count));
    }

    /** As in torchvision's {@code sigmoid_focal_loss}. */
    @Override
    List<Tensor> torch(List<Tensor> x) {
        Tensor logits = x.get(0);
        Tensor targets = x.get(1);
        Scalar one = scalar(1);
        Tensor probability = logits.sigmoid();
        Tensor entropy = torch.binary_cross_entropy_with_logits(
                logits, targets, new TensorOptional(), new TensorOptional(), UNREDUCED);
        Tensor others = torch.rsub(targets, one);
        Tensor right = probability.mul(targets).add(torch.rsub(probability, one).mul(others));
        Tensor loss = entropy.mul(torch.rsub(right, one).pow(scalar(GAMMA)));
        Tensor weight = targets.mul(scalar(ALPHA)).add(others.mul(scalar(1 - ALPHA)));
        return List.of(weight.mul(loss).mean());
    }
}
