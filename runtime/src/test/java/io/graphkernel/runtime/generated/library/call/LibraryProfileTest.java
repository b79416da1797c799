package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.util.List;
import java.util.Random;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** Tests of profiled library calls. */
class LibraryProfileTest {
    private final Random random = new Random(3);

    private Tensor tensor(long... dims) {
        return RawTensor.random(random, DType.F32, dims);
    }

    @Test
    void calls_areNextToKernels() {
        Tensor query = tensor(2, 5, 8);
        Tensor key = tensor(2, 7, 8);
        List<RecordedEvent> events = Recordings.of(() -> {
            ProductKernelsKernels.dense(tensor(3, 4), tensor(4, 6), tensor(6));
            ProductKernelsKernels.attention(query, key, key);
            ProductKernelsKernels.convolution(tensor(1, 2, 5, 5), tensor(3, 2, 3, 3), tensor(3));
        });

        assertThat(events)
                .extracting(
                        event -> event.getString("method"),
                        event -> event.getString("kernel"),
                        event -> event.getString("device"),
                        event -> event.getLong("bytes"))
                .startsWith(
                        tuple("dense", "MatMul + bias + gelu_tanh", "cpu", 4L * (12 + 24 + 18)),
                        tuple("attention", "BatchMatMul", "cpu", 4L * (80 + 112 + 70)),
                        tuple("attention", "attention_1", "cpu", 4L * 140),
                        tuple("attention", "BatchMatMul", "cpu", 4L * (70 + 112 + 80)),
                        tuple("convolution", "Conv2D + bias + relu", "cpu", 4L * (50 + 54 + 75)));
    }

    @Test
    void residual_isReadAndABiasRepeated() {
        MatMulCall call = new MatMulCall(
                "op", "x", "w", DType.F32, DType.F32, 2, 2, false, false, PostOp.BIAS, PostOp.ADD, PostOp.RELU);
        List<RecordedEvent> events = Recordings.of(() -> CallRunner.run(
                call, CallPlace.JVM, tensor(3, 4), tensor(4, 6), List.of(tensor(6), tensor(3, 6)), 3, 6));

        assertThat(events)
                .extracting(
                        event -> event.getString("kernel"),
                        event -> event.getString("device"),
                        event -> event.getLong("bytes"))
                .containsExactly(tuple("MatMul + bias + add + relu", "jvm", 4L * (12 + 24 + 18 + 18)));
    }
}
