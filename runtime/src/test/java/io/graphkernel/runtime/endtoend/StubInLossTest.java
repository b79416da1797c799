package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.stopGradient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Stubs in losses that are called as plain Java: what they compute is not recorded. */
@ExtendWith(ClosedTensors.class)
class StubInLossTest {

    private Tensor w;

    @BeforeEach
    void open() {
        w = Tensor.of(new float[] {1, -2, 3}, 1, 3);
    }

    @Test
    void method_isRecordedAndItsStubRejected() {
        assertThat(gradient(() -> reduceSum(add(w, LeadingKernels.doubled(w))), w)
                        .toFloatArray())
                .containsExactly(3, 3, 3);
        requireProblem(RuntimeProblem.NOT_RECORDED, () -> reduceSum(add(w, LeadingKernelsKernels.doubled(w))));
        requireProblem(RuntimeProblem.NOT_RECORDED, () -> reduceSum(add(w, LeadingKernelsKernels.doubled(mul(w, 2)))));
        requireProblem(
                RuntimeProblem.NOT_RECORDED, () -> reduceSum(add(w, LeadingKernelsKernels.doubled(w.reshape(3)))));
    }

    @Test
    void stubResults_areConstants() {
        Tensor x = Tensor.of(new float[] {4, 5, 6}, 1, 3);
        assertThat(gradient(() -> reduceSum(mul(w, LeadingKernelsKernels.doubled(x))), w)
                        .toFloatArray())
                .containsExactly(8, 10, 12);
        assertThat(gradient(() -> reduceSum(mul(w, LeadingKernelsKernels.doubled(stopGradient(w)))), w)
                        .toFloatArray())
                .containsExactly(2, -4, 6);
    }

    @Test
    void stubs_writeNothingThatTheLossReads() {
        Tensor x = Tensor.of(new float[] {4, 5, 6}, 1, 3);
        Tensor target = Tensor.zeros(1, 3);
        requireProblem(RuntimeProblem.WRITTEN_IN_LOSS, () -> {
            Tensor loss = reduceSum(mul(w, target));
            LeadingKernelsKernels.doubled(x, target);
            return loss;
        });
    }

    private void requireProblem(RuntimeProblem problem, Supplier<Tensor> loss) {
        assertThatThrownBy(() -> gradient(loss, w))
                .isInstanceOfSatisfying(
                        GradientException.class, e -> assertThat(e.problem()).isEqualTo(problem));
    }
}
