package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the gradient of gather on every place, against float64 sums. */
@ExtendWith(RestoredThreads.class)
class GatherGradCallTest {
    private final Random random = new Random(8);

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F32", "F64", "F16", "BF16"})
    @Tag("sampled")
    void gatherGradCall_ofEveryDType_isRight(DType dtype) {
        check(dtype, DType.I32, 2, 9, 5, 4);
        check(dtype, DType.I64, 1, 20, 130, 30);
    }

    /** Slices of whole and broken vectors, few and many of each position, and none at all. */
    @ParameterizedTest
    @CsvSource({
        "1, 700, 1, 3",
        "1, 3, 257, 400",
        "5, 40, 2, 1",
        "3, 0, 4, 5",
        "0, 3, 4, 5",
        "2, 3, 0, 5",
        "2, 3, 4, 0",
        "1, 300, 160, 50",
        "3, 700, 1, 3000",
        "300, 9, 1, 9",
        "2, 50, 3, 600",
        "5, 40, 130, 9",
        "2, 70, 700, 2"
    })
    void gatherGradCall_ofEverySize_isRight(int before, int count, int after, int size) {
        check(DType.F32, DType.I64, before, count, after, size);
    }

    /** Parts of positions, of columns and of outer indices. */
    @ParameterizedTest
    @CsvSource({"2, 1, 70, 90", "7, 1, 70, 90", "7, 1, 700, 1", "7, 9, 130, 2"})
    void threads_giveTheSameBits(int many, int before, int after, int size) {
        Tensor dy = RawTensor.random(random, DType.F32, before, 500, after);
        Tensor indices = Tensor.of(random.longs(500, 0, size).toArray(), 500);
        for (CallPlace target : CallPlace.HOSTS) {
            KernelThreads.setCount(1);
            float[] alone = run(target, dy, indices, size).toFloatArray();
            KernelThreads.setCount(many);
            assertThat(run(target, dy, indices, size).toFloatArray()).containsExactly(alone);
        }
    }

    @Test
    void profile_countsSumsAndIndices() {
        Tensor dy = Tensor.zeros(DType.F32, 2, 3, 5);
        List<RecordedEvent> events = Recordings.of(() -> run(CallPlace.HOST, dy, Tensor.zeros(DType.I64, 3), 7));
        assertThat(events)
                .extracting(event -> event.getString("kernel"), event -> event.getLong("bytes"))
                .containsExactly(tuple("GatherGrad", 4L * (2 * 3 * 5 + 2 * 7 * 5) + 8L * 3));
    }

    @Test
    void shapes_mustFit() {
        assertThatThrownBy(() -> run(CallPlace.HOST, Tensor.zeros(1, 2, 3), Tensor.zeros(DType.I64, 3), 4))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("k: indices cannot be i64[3]")
                .hasMessageContaining("but dy is f32[1, 2, 3]");
    }

    /** Some indices count from the end, and some are out of range. */
    private void check(DType dtype, DType indexType, int before, int count, int after, int size) {
        Tensor dy = RawTensor.random(random, dtype, before, count, after);
        long[] positions = random.longs(count, -size - 2, size + 2).toArray();
        Tensor indices = indexType == DType.I64
                ? Tensor.of(positions, count)
                : Tensor.of(Arrays.stream(positions).mapToInt(Math::toIntExact).toArray(), count);
        double[] slices = RawTensor.values(dy);
        double[] wanted = new double[before * size * after];
        for (int i = 0; i < slices.length; i++) {
            long index = positions[i / after % count];
            long position = index < 0 ? index + size : index;
            if (position >= 0 && position < size) {
                wanted[(int) ((i / after / count * size + position) * after + i % after)] += slices[i];
            }
        }
        for (CallPlace target : CallPlace.all(dtype)) {
            double[] actual = RawTensor.values(run(target, dy, indices, size));
            assertThat(actual).hasSameSizeAs(wanted);
            for (int i = 0; i < wanted.length; i++) {
                assertThat(actual[i])
                        .as("%s on %s, element %s", dtype, target, i)
                        .isCloseTo(wanted[i], within(tolerance(dtype) * (1 + Math.abs(wanted[i]))));
            }
        }
    }

    private static double tolerance(DType dtype) {
        return switch (dtype) {
            case F64 -> 1e-14;
            case F32 -> 2e-5;
            case F16 -> 1e-3;
            default -> 8e-3;
        };
    }

    private static Tensor run(CallPlace target, Tensor dy, Tensor indices, long size) {
        GatherGradCall call = new GatherGradCall("k", dy.dtype(), indices.dtype());
        Tensor slices = target.device().isHost() ? dy : dy.to(target.device());
        Tensor there = target.device().isHost() ? indices : indices.to(target.device());
        Tensor result = Tensor.empty(target.device(), dy.dtype(), dy.dimension(0), size, dy.dimension(2));
        LaunchFrame frame = LaunchFrame.current(target.device());
        frame.input(0, slices);
        frame.input(1, there);
        frame.output(2, result);
        for (int axis = 0; axis < 3; axis++) {
            frame.integer(3 + axis, dy.dimension(axis));
        }
        frame.integer(6, indices.dimension(0));
        frame.integer(7, size);
        call.run(frame, target.onJvm());
        Reference.reachabilityFence(slices);
        Reference.reachabilityFence(there);
        return result.to(Device.cpu());
    }
}
