package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.internal.parallel.ThreadSplitPolicy;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that share a launch: each item is run once, from a grain boundary on, with the kernel's own slots, phase by phase. */
@ExtendWith(RestoredThreads.class)
class LaunchBatchTest {

    private static final int LARGE = 300_000;
    private static final LaunchLabel LABEL = new LaunchLabel("MyOps", "op", "op_0", "jvm");

    private final LaunchFrame frame = LaunchFrame.current(Device.cpu());

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void launchBatch_runsEveryItemOfEveryKernelOnce(int count) {
        KernelThreads.setCount(count);
        for (int size : new int[] {1, 5, 4096, LARGE}) {
            List<AtomicIntegerArray> runs =
                    List.of(new AtomicIntegerArray(size), new AtomicIntegerArray(3), new AtomicIntegerArray(size / 2));
            RangeFunction kernels = (kernel, slots, begin, end, scratch) -> {
                assertThat(slots).isEqualTo(frame.arguments() + 80 * kernel);
                assertThat(kernel != 0 || begin % 64 == 0).isTrue();
                assertThat(scratch == 0).isFalse();
                for (long item = begin; item < end; item++) {
                    runs.get((int) kernel).incrementAndGet((int) item);
                }
            };
            for (int kernel = 0; kernel < runs.size(); kernel++) {
                int range = runs.get(kernel).length();
                Kernel.ofJvm(LABEL, kernels, kernel, ThreadSplitPolicy.OF_MEMORY)
                        .join(frame, 10 * kernel, 0, range, kernel == 0 ? 64 : 1, 8, 16);
            }
            frame.launchBatch();

            for (AtomicIntegerArray run : runs) {
                int[] times = new int[run.length()];
                Arrays.setAll(times, run::get);
                assertThat(Arrays.stream(times)).allMatch(time -> time == 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void laterPhases_seeWhatEarlierOnesDid(int count) {
        KernelThreads.setCount(count);
        AtomicIntegerArray first = new AtomicIntegerArray(LARGE);
        AtomicIntegerArray seen = new AtomicIntegerArray(1);
        RangeFunction kernels = (kernel, slots, begin, end, scratch) -> {
            for (long item = begin; item < end; item++) {
                if (kernel == 0) {
                    first.set((int) item, 1);
                } else {
                    seen.addAndGet(0, first.get(LARGE - 1 - (int) item));
                }
            }
        };
        Kernel.ofJvm(LABEL, kernels, 0, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 0, LARGE, 1, 8, 0);
        Kernel.ofJvm(LABEL, kernels, 1, ThreadSplitPolicy.OF_MEMORY).join(frame, 8, 1, LARGE, 1, 8, 0);
        frame.launchBatch();

        assertThat(seen.get(0)).isEqualTo(LARGE);
    }

    @Test
    void manyKernelsAndEmptyOnes_shareALaunch() {
        AtomicIntegerArray items = new AtomicIntegerArray(40);
        RangeFunction kernels =
                (kernel, slots, begin, end, scratch) -> items.addAndGet((int) kernel, (int) (end - begin));
        for (int kernel = 0; kernel < items.length(); kernel++) {
            Kernel.ofJvm(LABEL, kernels, kernel, ThreadSplitPolicy.OF_MEMORY)
                    .join(frame, 0, kernel / 7, kernel % 3, 1, 4, 0);
        }
        frame.launchBatch();

        for (int kernel = 0; kernel < items.length(); kernel++) {
            assertThat(items.get(kernel)).isEqualTo(kernel % 3);
        }
    }

    @Test
    void failure_leavesNothingForTheNextLaunch() {
        RangeFunction failing = (kernel, slots, begin, end, scratch) -> {
            throw new IllegalStateException("kernel");
        };
        Kernel.ofJvm(LABEL, failing, 0, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 0, 1, 1, 4, 0);
        Kernel.ofJvm(LABEL, failing, 1, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 1, 1, 1, 4, 0);
        assertThatThrownBy(frame::launchBatch).hasMessage("kernel");

        frame.launchBatch();
    }
}
