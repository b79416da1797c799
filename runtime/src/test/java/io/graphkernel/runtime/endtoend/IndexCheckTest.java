package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Reduction;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.IndexRangeException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.IndexCheck;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A6: labels and indices out of range are rejected, logged or documented, and never looked up")
class IndexCheckTest {

    private final TensorScope scope = TensorScope.open();
    private final Tensor logits = Tensor.of(new float[] {1, 2, 3, 3, 2, 1}, 2, 3);

    @AfterEach
    void close() {
        scope.close();
    }

    private static void rejects(
            String what, String fix, String parameter, long position, long value, ThrowingCallable call) {
        assertThatExceptionOfType(IndexRangeException.class).isThrownBy(call).satisfies(rejected -> {
            assertThat(rejected.getMessage().lines().toList())
                    .startsWith("[GK-6065] index value is out of range: " + what)
                    .endsWith("fix: " + fix);
            assertThat(rejected.parameter()).isEqualTo(parameter);
            assertThat(rejected.position()).isEqualTo(position);
            assertThat(rejected.value()).isEqualTo(value);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void labelOutOfRange_isRejectedWithItsRowAndValue(int label) {
        Tensor labels = Tensor.of(new int[] {2, label}, 2);
        String fix = "pass numbers from 0 to 2";
        rejects(
                "sparseSoftmaxCrossEntropyWithLogits: labels[1] is " + label,
                fix,
                "labels",
                1,
                label,
                () -> Ops.sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN));
        rejects("nllLoss: labels[1] is " + label, fix, "labels", 1, label, () -> Ops.nllLoss(logits, labels));
        rejects(
                "checkedLoss: labels[1] is " + label,
                fix,
                "labels",
                1,
                label,
                () -> IndexKernelsKernels.checkedLoss(logits, labels));
        rejects(
                "checkedLikelihood: labels[1] is " + label,
                fix,
                "labels",
                1,
                label,
                () -> IndexKernelsKernels.checkedLikelihood(logits, Ops.cast(labels, DType.I64)));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, -1, Integer.MIN_VALUE})
    void labelOutOfRange_isRejectedBesideAnIgnoredOne(int label) {
        Tensor labels = Tensor.of(new int[] {-100, label}, 2);
        String fix = "pass numbers from 0 to 2, or -100";
        rejects(
                "sparseSoftmaxCrossEntropyWithLogits: labels[1] is " + label,
                fix,
                "labels",
                1,
                label,
                () -> Ops.sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.MEAN, -100));
        rejects(
                "nllLoss: labels[1] is " + label,
                fix,
                "labels",
                1,
                label,
                () -> Ops.nllLoss(logits, labels, Reduction.MEAN, -100));
        rejects(
                "checkedIgnoring: labels[1] is " + label,
                fix,
                "labels",
                1,
                label,
                () -> IndexKernelsKernels.checkedIgnoring(logits, labels));
    }

    @Test
    void ignoredLabel_isAcceptedAndDoesNotCount() {
        Tensor labels = Tensor.of(new int[] {2, -100}, 2);
        assertThat(IndexKernelsKernels.checkedIgnoring(logits, labels).get()).isEqualTo(-3);
        assertThat(Ops.nllLoss(logits, labels, Reduction.MEAN, -100).get()).isEqualTo(-3);
    }

    @Test
    void indexOutOfRange_isRejectedWithItsPlace() {
        Tensor rows = Tensor.of(new long[] {-2, 1, 0, 2}, 2, 2);
        String fix = "pass numbers from -2 to 1";
        rejects("gather: indices[1, 1] is 2", fix, "indices", 3, 2, () -> Ops.gather(logits, rows, 0));
        rejects("checkedRows: rows[1, 1] is 2", fix, "rows", 3, 2, () -> IndexKernelsKernels.checkedRows(logits, rows));
        Tensor indices = Tensor.of(new int[] {4, 0}, 2);
        rejects(
                "oneHot: indices[0] is 4",
                "pass numbers from 0 to 3",
                "indices",
                0,
                4,
                () -> Ops.oneHot(indices, 1.0, 0.0, 4));
        rejects(
                "checkedOneHot: indices[0] is 4",
                "pass numbers from 0 to 3",
                "indices",
                0,
                4,
                () -> IndexKernelsKernels.checkedOneHot(indices));
    }

    @Test
    void indicesInRange_pass() {
        Tensor labels = Tensor.of(new int[] {2, 0}, 2);
        float[] expected = Ops.sparseSoftmaxCrossEntropyWithLogits(logits, labels, Reduction.NONE)
                .loss()
                .toFloatArray();
        assertThat(IndexKernelsKernels.checkedLoss(logits, labels).toFloatArray())
                .containsExactly(expected, within(1e-6f));
        Tensor rows = Tensor.of(new long[] {-1, 0}, 1, 2);
        assertThat(IndexKernelsKernels.checkedRows(logits, rows).toFloatArray()).containsExactly(3, 2, 1, 1, 2, 3);
        assertThat(IndexKernelsKernels.checkedLoss(Tensor.empty(0, 3), Tensor.empty(DType.I32, 0))
                        .elementCount())
                .isZero();
    }

    @Test
    void kernelWithoutChecks_doesAsDocumented() {
        Tensor labels = Tensor.of(new int[] {2, 5}, 2);
        float[] losses = IndexKernelsKernels.loss(logits, labels).toFloatArray();
        assertThat(losses[0]).isGreaterThan(0);
        assertThat(losses[1]).isZero();
    }

    @Test
    void debugMode_logsTheRowAndTheValue() {
        try (LoggedMessages logged = new LoggedMessages()) {
            IndexKernelsKernels.loggedLoss(logits, Tensor.of(new int[] {7, 5}, 2));
            assertThat(logged.messages())
                    .singleElement()
                    .asString()
                    .startsWith("[GK-6065] index value is out of range: loggedLoss: labels[0] is 7");
        }
    }

    @Test
    void labelsOnADevice_areCheckedThere() {
        Device device = OpenClTests.device();
        Tensor labels = Tensor.of(new int[] {2, 3}, 2).to(device);
        rejects(
                "checkedLoss: labels[1] is 3",
                "pass numbers from 0 to 2",
                "labels",
                1,
                3,
                () -> IndexKernelsKernels.checkedLoss(logits.to(device), labels));
    }

    /** No page of the memory is written but the last one: the others take no room. */
    @Test
    @DisplayName("also where there are more than 2^31-1 bytes of them")
    @Tag("slow")
    void manyIndices_areChecked() {
        long count = 1L << 29;
        Tensor indices = Tensor.empty(DType.I32, count);
        assertThatCode(() -> IndexCheck.log("f", "indices", indices, 1, false)).doesNotThrowAnyException();
        indices.slice(count - 1, count).copyFrom(new int[] {1});
        rejects(
                "f: indices[536870911] is 1",
                "pass numbers from 0 to 0",
                "indices",
                count - 1,
                1,
                () -> IndexCheck.require("f", "indices", indices, 1, false));
    }

    @Test
    void extremeOfAnEmptyAxis_isRejected() {
        Tensor none = Tensor.empty(5, 0);
        assertThatThrownBy(() -> Ops.argMax(none, -1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageStartingWith("[GK-6066] reduction over an empty axis: argMax: the axis has no elements");
        assertThatThrownBy(() -> Ops.argMinWithValue(none, 1)).isInstanceOf(ShapeMismatchException.class);
        assertThatThrownBy(() -> IndexKernelsKernels.largest(none))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageStartingWith("[GK-6066] reduction over an empty axis: argMax: the axis has no elements");
        assertThat(Ops.argMax(Tensor.empty(0, 5), -1).dimensions()).containsExactly(0);
        assertThat(IndexKernelsKernels.largest(Tensor.empty(0, 5)).dimensions()).containsExactly(0);
    }
}
