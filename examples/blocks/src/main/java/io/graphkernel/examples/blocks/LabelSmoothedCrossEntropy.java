package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.logSoftmax;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.nllLoss;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Cross-entropy with the smoothed labels of Szegedy et al., "Rethinking the Inception Architecture". */
public final class LabelSmoothedCrossEntropy {

    private LabelSmoothedCrossEntropy() {}

    /**
     * The mean over the examples of the cross-entropy with labels of which a part is spread over all classes.
     *
     * @param logits [examples, classes]
     * @param labels a class for each example
     * @param smoothing the part, 0 to 1
     */
    @GraphKernel
    public static Tensor loss(
            @TensorType("f32[n, k]") Tensor logits, @TensorType("i64[n]") Tensor labels, float smoothing) {
        Tensor logProbabilities = logSoftmax(logits);
        Tensor ofLabels = nllLoss(logProbabilities, labels);
        return sub(mul(ofLabels, 1 - smoothing), mul(reduceMean(logProbabilities), smoothing));
    }
}
