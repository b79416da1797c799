package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Forward calls into given tensors, of which each fills the same saved values again. */
@ExtendWith(ClosedTensors.class)
class TrainingTest {

    private static Tensor rows(int rows, int first) {
        Tensor x = Tensor.empty(rows, 3);
        float[] elements = new float[3 * rows];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = first + 0.25f * i;
        }
        x.copyFrom(elements);
        return x;
    }

    private static void compare(Tensor x, Tensor gamma, TrainingKernelsKernels.NormSaved saved) {
        Tensor out = Tensor.empty(x.dimensions());
        Tensor cotangent = Tensor.full(0.5f, x.dimensions());
        TrainingKernelsKernels.normForward(x, gamma, 0.5f, out, saved);
        try (var forward = TrainingKernelsKernels.normForward(x, gamma, 0.5f);
                var expected = TrainingKernelsKernels.normGradient(forward.saved(), cotangent);
                var gradients = TrainingKernelsKernels.normGradient(saved, cotangent)) {
            assertThat(out.toFloatArray())
                    .isEqualTo(forward.result().toFloatArray())
                    .isEqualTo(TrainingKernelsKernels.norm(x, gamma, 0.5f).toFloatArray());
            assertThat(gradients.x().toFloatArray()).isEqualTo(expected.x().toFloatArray());
            assertThat(gradients.gamma().toFloatArray())
                    .isEqualTo(expected.gamma().toFloatArray());
        }
    }

    @Test
    void everyCall_returnsWhatTheOverloadThatCreatesItsTensorsReturns() {
        Tensor gamma = Tensor.of(new float[] {1, 2, 3}, 3);
        try (var saved = new TrainingKernelsKernels.NormSaved()) {
            Tensor x = rows(4, 1);
            compare(x, gamma, saved);
            Tensor total = saved.total();
            x.copyFrom(rows(4, 5).toFloatArray());
            compare(x, gamma, saved);
            assertThat(saved.total()).isSameAs(total);
            compare(rows(7, 2), gamma, saved);
            assertThat(saved.total().dimensions()).containsExactly(7, 1);
            compare(rows(4, 3).reshape(2, 2, 3), Tensor.of(new float[] {3, 2, 1}, 3), saved);
            assertThat(saved.total().dimensions()).containsExactly(2, 2, 1);
        }
    }

    @Test
    void valuesOfTheScopeOfACall_outliveIt() {
        Tensor x = rows(4, 1);
        Tensor gamma = Tensor.of(new float[] {1, 2, 3}, 3);
        Tensor out = Tensor.empty(4, 3);
        try (var saved = new TrainingKernelsKernels.NormSaved()) {
            try (TensorScope inner = TensorScope.open()) {
                TrainingKernelsKernels.normForward(x, gamma, 0.5f, out, saved);
            }
            assertThat(saved.total().isClosed()).isFalse();
            compare(x, gamma, saved);
        }
    }

    @Test
    void result_isSavedWithoutACopyAndWrittenByTheNextCall() {
        Tensor x = Tensor.of(new float[] {0, 1}, 2);
        Tensor out = Tensor.empty(2);
        Tensor one = Tensor.full(1, 2);
        try (var saved = new TrainingKernelsKernels.ExponentialSaved()) {
            for (float element : new float[] {1, 2}) {
                x.copyFrom(new float[] {0, element});
                TrainingKernelsKernels.exponentialForward(x, out, saved);
                try (var gradients = TrainingKernelsKernels.exponentialGradient(saved, one)) {
                    assertThat(gradients.x().toFloatArray()).isEqualTo(out.toFloatArray());
                }
            }
            out.copyFrom(new float[] {1, 1});
            assertThatThrownBy(() -> TrainingKernelsKernels.exponentialGradient(saved, one))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6321]");
        }
    }

    @Test
    void result_doesNotLieOverWhatIsSaved() {
        Tensor x = Tensor.of(new float[] {0, 1}, 2);
        try (var saved = new TrainingKernelsKernels.SquaredSaved()) {
            assertThatThrownBy(() -> TrainingKernelsKernels.squaredForward(x, x, saved))
                    .isInstanceOf(OverlapException.class)
                    .hasMessageContaining(
                            "[GK-6451] result shares memory with a saved value: squaredForward: result out and x");
        }
        // Unsaved tensors may be overwritten.
        try (var saved = new TrainingKernelsKernels.ExponentialSaved()) {
            TrainingKernelsKernels.exponentialForward(x, x, saved);
            assertThat(x.get(0)).isOne();
        }
    }

    @Test
    void nothing_isReadBeforeTheFirstCallNorAfterTheEnd() {
        Tensor x = Tensor.of(new float[] {0, 1}, 2);
        var saved = new TrainingKernelsKernels.SquaredSaved();
        assertThatThrownBy(() -> TrainingKernelsKernels.squaredGradient(saved, x))
                .isInstanceOf(SavedValuesException.class)
                .hasMessageContaining("[GK-6450] saved values are empty: squaredGradient");
        saved.close();
        assertThatThrownBy(() -> TrainingKernelsKernels.squaredForward(x, Tensor.empty(2), saved))
                .isInstanceOf(SavedValuesException.class)
                .hasMessageContaining("[GK-6320] saved values are released: squaredForward: those of squaredForward");
    }

    @Test
    void callThatIsRejected_leavesTheValuesOfTheOneBefore() {
        Tensor x = rows(4, 1);
        Tensor gamma = Tensor.of(new float[] {1, 2, 3}, 3);
        Tensor out = Tensor.empty(4, 3);
        try (var saved = new TrainingKernelsKernels.NormSaved()) {
            TrainingKernelsKernels.normForward(x, gamma, 0.5f, out, saved);
            assertThatThrownBy(() -> TrainingKernelsKernels.normForward(x, gamma, 0.5f, Tensor.empty(3, 4), saved))
                    .isInstanceOf(ShapeMismatchException.class);
            try (var gradients = TrainingKernelsKernels.normGradient(saved, out)) {
                assertThat(gradients.x().dimensions()).containsExactly(4, 3);
            }
        }
    }

    @Test
    void callThatIsRejected_hasNotWrittenWhatIsSaved() {
        Tensor x = Tensor.of(new float[] {1, 2}, 2);
        Tensor other = Tensor.full(1, 3);
        try (var forward = TrainingKernelsKernels.squaredForward(x)) {
            assertThatThrownBy(() -> TrainingKernelsKernels.squared(other, x))
                    .isInstanceOf(ShapeMismatchException.class);
            assertThatThrownBy(() -> TrainingKernelsKernels.both(other, Tensor.empty(2), Tensor.empty(3), x))
                    .isInstanceOf(ShapeMismatchException.class);
            try (var gradients = TrainingKernelsKernels.squaredGradient(forward.saved(), x)) {
                assertThat(gradients.x().toFloatArray()).containsExactly(2, 8);
            }
            TrainingKernelsKernels.squared(Tensor.full(1, 2), x);
            assertThatThrownBy(() -> TrainingKernelsKernels.squaredGradient(forward.saved(), x))
                    .isInstanceOf(SavedValuesException.class)
                    .hasMessageContaining("[GK-6321]");
        }
    }

    @Test
    void gradientCall_afterTheScopeOfItsForwardCall_isRejected() {
        Tensor gamma = Tensor.of(new float[] {1, 2, 3}, 3);
        Tensor cotangent = Tensor.full(0.5f, 4, 3);
        TrainingKernelsKernels.NormForward outer;
        try (TensorScope inner = TensorScope.open()) {
            outer = TrainingKernelsKernels.normForward(rows(4, 1), gamma, 0.5f);
        }
        assertThat(outer.result().isClosed()).isTrue();
        try (var saved = outer.saved();
                var forward = TrainingKernelsKernels.normForward(rows(4, 1), gamma, 0.5f);
                var gradients = TrainingKernelsKernels.normGradient(saved, cotangent);
                var expected = TrainingKernelsKernels.normGradient(forward.saved(), cotangent)) {
            assertThat(gradients.x().toFloatArray()).isEqualTo(expected.x().toFloatArray());
            assertThat(gradients.gamma().toFloatArray())
                    .isEqualTo(expected.gamma().toFloatArray());
        }
    }

    @Test
    void targetsOfAnAddition_areRejectedInItsName() {
        Tensor cotangent = Tensor.full(1, 4, 3);
        Tensor gamma = Tensor.full(1, 3);
        try (var forward = TrainingKernelsKernels.normForward(rows(4, 1), gamma, 0.5f);
                Tensor closed = Tensor.empty(4, 3)) {
            closed.close();
            var saved = forward.saved();
            Map<Tensor, Class<?>> targets = new HashMap<>(Map.of(
                    Tensor.empty(5, 3),
                    ShapeMismatchException.class,
                    Tensor.empty(3, 4),
                    ShapeMismatchException.class,
                    Tensor.empty(DType.F64, 4, 3),
                    DTypeMismatchException.class,
                    closed,
                    ClosedTensorException.class));
            targets.put(null, NullTensorException.class);
            targets.forEach((target, problem) -> {
                var gradients = new TrainingKernelsKernels.NormGradients(target, Tensor.zeros(3));
                assertThatThrownBy(() -> TrainingKernelsKernels.normAccumulateGradient(saved, cotangent, gradients))
                        .isInstanceOf(problem)
                        .hasMessageContaining("normAccumulateGradient: ")
                        .hasMessageContaining("xGradient")
                        .hasMessageNotContaining("Addend");
            });
            var right = new TrainingKernelsKernels.NormGradients(Tensor.zeros(4, 3), Tensor.zeros(3));
            TrainingKernelsKernels.normAccumulateGradient(saved, cotangent, right);
            try (var expected = TrainingKernelsKernels.normGradient(saved, cotangent)) {
                assertThat(right.x().toFloatArray()).isEqualTo(expected.x().toFloatArray());
            }
        }
    }

    @Test
    void cotangents_haveTheShapeAndDTypeOfTheirResult() {
        try (var forward = TrainingKernelsKernels.normForward(rows(4, 1), Tensor.full(1, 3), 0.5f)) {
            var saved = forward.saved();
            var targets = new TrainingKernelsKernels.NormGradients(Tensor.zeros(4, 3), Tensor.zeros(3));
            for (Tensor other :
                    List.of(Tensor.empty(4, 2), Tensor.empty(3, 4), Tensor.empty(12), Tensor.empty(1, 4, 3))) {
                assertThatThrownBy(() -> TrainingKernelsKernels.normGradient(saved, other))
                        .isInstanceOf(ShapeMismatchException.class)
                        .hasMessageContaining("normGradient: ");
                assertThatThrownBy(() -> TrainingKernelsKernels.normAccumulateGradient(saved, other, targets))
                        .isInstanceOf(ShapeMismatchException.class)
                        .hasMessageContaining("normAccumulateGradient: ");
            }
            Tensor wide = Tensor.empty(DType.F64, 4, 3);
            assertThatThrownBy(() -> TrainingKernelsKernels.normGradient(saved, wide))
                    .isInstanceOf(DTypeMismatchException.class)
                    .hasMessageContaining("normGradient: ");
            assertThatThrownBy(() -> TrainingKernelsKernels.normAccumulateGradient(saved, wide, targets))
                    .isInstanceOf(DTypeMismatchException.class)
                    .hasMessageContaining("normAccumulateGradient: ");
            try (var gradients = TrainingKernelsKernels.normGradient(saved, Tensor.full(1, 4, 3))) {
                assertThat(gradients.x().dimensions()).containsExactly(4, 3);
            }
        }
    }

    @Test
    void missingCotangents_followTheDims() {
        try (var saved = new TrainingKernelsKernels.BothSaved()) {
            for (int n : new int[] {2, 2, 5}) {
                Tensor x = Tensor.full(3, n);
                Tensor scale = Tensor.full(2, n);
                TrainingKernelsKernels.bothForward(x, scale, Tensor.empty(n), Tensor.empty(), saved);
                try (var gradients = TrainingKernelsKernels.bothGradient(saved, null, Tensor.scalar(1))) {
                    assertThat(gradients.x().toFloatArray()).hasSize(n).containsOnly(12);
                    assertThat(gradients.scale().toFloatArray()).containsOnly(9);
                }
                try (var gradients = TrainingKernelsKernels.bothGradient(saved, Tensor.full(1, n), null)) {
                    assertThat(gradients.x().toFloatArray()).containsOnly(2);
                }
            }
        }
    }
}
