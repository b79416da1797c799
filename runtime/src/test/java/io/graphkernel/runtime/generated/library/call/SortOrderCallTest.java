package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the stable order of rows on every place, against a sort of objects. */
@ExtendWith(RestoredThreads.class)
class SortOrderCallTest {
    private final Random random = new Random(12);

    @ParameterizedTest
    @EnumSource(value = DType.class, names = "BOOL|F8.*", mode = EnumSource.Mode.MATCH_NONE)
    @Tag("sampled")
    void sortOrderCall_ofEveryDType_isStable(DType dtype) {
        check(RawTensor.random(random, dtype, 2, 100, 3), false);
        check(RawTensor.random(random, dtype, 1, 500, 1), true);
    }

    /** Rows for the insertion sort, for digits of both sizes, and none at all. */
    @ParameterizedTest
    @CsvSource({"3, 1, 2", "2, 32, 2", "2, 33, 2", "1, 4095, 1", "1, 5000, 2", "0, 5, 2", "2, 0, 3", "3, 4, 0"})
    void sortOrderCall_ofEverySize_isStable(int before, int count, int after) {
        check(RawTensor.random(random, DType.F32, before, count, after), false);
        check(RawTensor.random(random, DType.F32, before, count, after), true);
    }

    /** All bits of 64 are drawn, so that keys have as many bits: among the floats are NaN of both signs. */
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F64", "I64"})
    @Tag("sampled")
    void sortOrderCall_ofWideKeys_isStable(DType dtype) {
        for (int count : new int[] {20, 300, 6000}) {
            Tensor x = Tensor.empty(Device.cpu(), dtype, 1, count, 1);
            for (int i = 0; i < count; i++) {
                Memory.putLong(x.address() + (long) i * Long.BYTES, i % 5 == 0 ? -1 : random.nextLong());
            }
            check(x, false);
            check(x, true);
        }
    }

    @Test
    void threads_giveTheSameOrder() {
        Tensor x = RawTensor.random(random, DType.F32, 40, 200, 2);
        KernelThreads.setCount(1);
        long[] alone = run(CallPlace.HOST, x, false).toLongArray();
        KernelThreads.setCount(5);
        assertThat(run(CallPlace.HOST, x, false).toLongArray()).containsExactly(alone);
    }

    @Test
    void eagerOp_ofAMatrix_isRejected() {
        assertThatThrownBy(() -> EagerLibrary.sortOrder(Tensor.zeros(2, 3), false))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("sortOrder: x cannot be f32[2, 3]");
    }

    private static void check(Tensor x, boolean descending) {
        int count = (int) x.dimension(1);
        int after = (int) x.dimension(2);
        long[] wanted = new long[(int) x.elementCount()];
        Comparator<Integer> comparator = comparator(x);
        for (int row = 0; row < x.dimension(0) * after; row++) {
            int first = row / after * count * after + row % after;
            Integer[] order = IntStream.range(0, count)
                    .map(i -> first + i * after)
                    .boxed()
                    .toArray(Integer[]::new);
            Arrays.sort(order, descending ? comparator.reversed() : comparator);
            for (int i = 0; i < count; i++) {
                wanted[first + i * after] = (order[i] - first) / after;
            }
        }
        for (CallPlace target : CallPlace.all(x.dtype())) {
            // No kernel sorts there: such classes are rejected at compile time.
            if (!target.toString().startsWith("ascend")) {
                assertThat(run(target, x, descending).toLongArray())
                        .as("%s on %s", x.dtype(), target)
                        .containsExactly(wanted);
            }
        }
    }

    private static Comparator<Integer> comparator(Tensor x) {
        if (x.dtype() == DType.I64) {
            long[] values = x.toLongArray();
            return Comparator.comparingLong(i -> values[i]);
        }
        // The sum turns -0 into 0.
        double[] values = Arrays.stream(RawTensor.values(x)).map(v -> v + 0.0).toArray();
        return Comparator.comparingDouble(i -> values[i]);
    }

    private static Tensor run(CallPlace target, Tensor x, boolean descending) {
        SortOrderCall call = new SortOrderCall("k", x.dtype(), descending);
        Tensor there = target.device().isHost() ? x : x.to(target.device());
        Tensor result = Tensor.empty(target.device(), DType.I64, x.dimensions());
        LaunchFrame frame = LaunchFrame.current(target.device());
        frame.input(0, there);
        frame.output(1, result);
        for (int axis = 0; axis < 3; axis++) {
            frame.integer(2 + axis, x.dimension(axis));
        }
        call.run(frame, target.onJvm());
        Reference.reachabilityFence(there);
        return result.to(Device.cpu());
    }
}
