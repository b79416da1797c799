package io.graphkernel.examples.blocks;

import static io.graphkernel.examples.blocks.Values.sum;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

final class LabelSmoothedCrossEntropyWorkload extends Workload {
    private static final float SMOOTHING = 0.1f;
    /** PyTorch's number for the mean of the losses. */
    private static final long MEAN = 1;
    /** A label that counts for nothing; none is. */
    private static final long IGNORED = -100;

    LabelSmoothedCrossEntropyWorkload(int examples, int classes) {
        super("Label-smoothed cross-entropy", LabelSmoothedCrossEntropy.class, "loss");
        tensor(-4, 4, examples, classes);
        labels(classes, examples);
        number(SMOOTHING);
    }

    @Override
    List<Values> expected(List<Values> x) {
        int examples = x.get(0).dims()[0];
        int classes = x.get(0).dims()[1];
        double loss = sum(examples, i -> {
            double total = Math.log(sum(classes, k -> Math.exp(x.get(0).at(i, k))));
            int label = (int) x.get(1).at(i);
            return sum(classes, k -> {
                double target = SMOOTHING / classes + (k == label ? 1 - SMOOTHING : 0);
                return target * (total - x.get(0).at(i, k));
            });
        });
        return List.of(Values.of(p -> loss / examples));
    }

    @Override
    List<Tensor> torch(List<Tensor> x) {
        return List.of(torch.cross_entropy_loss(x.get(0), x.get(1), new TensorOptional(), MEAN, IGNORED, SMOOTHING));
    }
}
