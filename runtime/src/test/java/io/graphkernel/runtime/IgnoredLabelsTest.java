package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Losses of classes whose rows with one label do not count. */
class IgnoredLabelsTest {

    @Test
    void classLosses_ofIgnoredLabels_countTheOthers() {
        Tensor logits = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
        Tensor labels = Tensor.of(new int[] {1, -100, 0}, 3);
        Tensor weight = Tensor.of(new float[] {3, 1}, 2);

        assertThat(Ops.nllLoss(logits, labels, Reduction.MEAN, -100).get()).isEqualTo(-3.5f);
        assertThat(Ops.nllLoss(logits, labels, Reduction.SUM, -100).get()).isEqualTo(-7);
        assertThat(Ops.nllLoss(logits, labels, Reduction.NONE, -100).toFloatArray())
                .containsExactly(-2, -0f, -5);
        assertThat(Ops.nllLoss(logits, labels, weight, Reduction.MEAN, -100).get())
                .isEqualTo(-17 / 4f);
        assertThat(Ops.nllLoss(logits, Tensor.of(new int[] {1, 0, 0}, 3), Reduction.MEAN, 0)
                        .get())
                .isEqualTo(-2);
    }

    @Test
    void gradients_ofIgnoredLabels_areZero() {
        Tensor logits = Tensor.of(new float[] {0, 0, 1, 2, 0, 0}, 3, 2);
        Tensor labels = Tensor.of(new int[] {1, 7, 0}, 3);
        var mean = Ops.sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN, 7);

        assertThat(mean.loss().get()).isCloseTo((float) Math.log(2), within(1e-6f));
        assertThat(mean.dlogits().toFloatArray()).containsExactly(0.25f, -0.25f, 0, 0, -0.25f, 0.25f);
        Tensor none = Tensor.of(new int[] {7, 7, 7}, 3);
        var ignored = Ops.sparseSoftmaxCrossEntropyWithLogits(logits, none, Reduction.MEAN, 7);
        assertThat(ignored.loss().get()).isNaN();
        assertThat(ignored.dlogits().toFloatArray()).containsExactly(0, 0, 0, 0, 0, 0);
    }
}
