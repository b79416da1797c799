package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.util.List;
import java.util.Random;
import jdk.jfr.consumer.RecordedEvent;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

/** Compiled methods, which hold flash attention, against the same methods when eager, with two products and a softmax. */
class AttentionMethodsTest {
    private final Random random = new Random(7);
    private final Tensor query = tensor(2, 3, 9, 8);
    private final Tensor key = tensor(2, 3, 21, 8);
    private final Tensor value = tensor(2, 3, 21, 8);

    private Tensor tensor(long... dims) {
        return RawTensor.random(random, DType.F32, dims).to(Device.defaultDevice());
    }

    @Test
    void attentionMethods_ofDividedScoresAndAnInvertedMask_isRight() {
        Tensor mask = Ops.cast(Ops.greater(tensor(2, 1, 1, 21), 0), DType.F32);
        check(
                AttentionMethodsKernels.divided(query, key, value, mask),
                AttentionMethods.divided(query, key, value, mask));
    }

    @Test
    void attentionMethods_ofDivisorOfTheCall_isRight() {
        check(
                AttentionMethodsKernels.dividedByNumber(query, key, value, 3),
                AttentionMethods.dividedByNumber(query, key, value, 3));
    }

    @Test
    void attentionMethods_ofScaleOfTheCallAndAMask_isRight() {
        Tensor mask = tensor(9, 21);
        check(
                AttentionMethodsKernels.multiplied(query, key, value, mask, 0.3f),
                AttentionMethods.multiplied(query, key, value, mask, 0.3f));
        check(
                AttentionMethodsKernels.multiplied(query, key, value, mask, -0.7f),
                AttentionMethods.multiplied(query, key, value, mask, -0.7f));
    }

    @Test
    void attention_betweenKernels_isRight() {
        Tensor keyAndValue = tensor(2, 2, 3, 21, 8);
        check(
                AttentionMethodsKernels.betweenKernels(query, keyAndValue),
                AttentionMethods.betweenKernels(query, keyAndValue));
    }

    @Test
    void attentionMethods_isOneLaunch() {
        Tensor mask = tensor(9, 21);
        List<RecordedEvent> events =
                Recordings.of(() -> AttentionMethodsKernels.multiplied(query, key, value, mask, 1));
        assertThat(events)
                .extracting(event -> event.getString("kernel"), event -> event.getLong("bytes"))
                .containsExactly(tuple(
                        "PromptFlashAttention with a mask",
                        4L * (2 * query.elementCount() + 2 * key.elementCount() + 9 * 21)));
    }

    /** The scores of this call would be 256 MiB. */
    @Test
    void scores_haveNoMemory() {
        Tensor rows = tensor(1, 1, 8192, 2);
        Tensor result = tensor(1, 1, 8192, 2);
        Tensor few = tensor(1, 1, 2, 2);
        AttentionMethodsKernels.dividedByNumber(few, few, few, 1).close();
        long before = Pointer.physicalBytes();
        AttentionMethodsKernels.dividedByNumber(rows, rows, rows, 2, result);
        assertThat(Pointer.physicalBytes() - before).isLessThan(64L << 20);
    }

    @Test
    void eagerOperands_areChecked() {
        assertThatThrownBy(() -> Ops.promptFlashAttention(query, key, tensor(2, 3, 20, 8), 1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("promptFlashAttention: query [2, 3, 9, 8] does not match");
        assertThatThrownBy(() -> Ops.promptFlashAttention(query, key, value, tensor(21, 9), 1))
                .isInstanceOf(ShapeMismatchException.class);
        assertThatThrownBy(() -> Ops.promptFlashAttention(query, key, value, tensor(9, 21), tensor(2)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("scale [2]");
        assertThatThrownBy(() -> Ops.promptFlashAttention(tensor(9, 8), tensor(9, 8), tensor(9, 8), 1))
                .isInstanceOf(ShapeMismatchException.class);
    }

    private static void check(Tensor actual, Tensor expected) {
        assertThat(actual.dimensions()).containsExactly(expected.dimensions());
        double[] values = RawTensor.values(actual);
        double[] wanted = RawTensor.values(expected);
        for (int i = 0; i < wanted.length; i++) {
            assertThat(values[i]).isCloseTo(wanted[i], within(1e-5 * (1 + Math.abs(wanted[i]))));
        }
    }
}
