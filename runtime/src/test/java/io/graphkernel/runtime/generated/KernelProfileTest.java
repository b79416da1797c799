package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.internal.parallel.ThreadSplitPolicy;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** Tests of profiled launches that fail, that have nothing to do, and that share threads. */
class KernelProfileTest {
    private static final LaunchLabel FIRST = new LaunchLabel("MyOps", "op", "op_0", "jvm");
    private static final LaunchLabel SECOND = new LaunchLabel("MyOps", "op", "op_1", "jvm");

    private final LaunchFrame frame = LaunchFrame.current();

    private static List<String> kernels(Runnable calls) {
        return Recordings.of(calls).stream()
                .map(event -> event.getString("kernel"))
                .toList();
    }

    @Test
    void launchThatFails_isRecorded() {
        RangeFunction failing = (kernel, slots, begin, end, scratch) -> {
            throw new IllegalStateException("kernel " + kernel);
        };
        Kernel kernel = Kernel.ofJvm(FIRST, failing, 0, ThreadSplitPolicy.OF_MEMORY);
        assertThat(kernels(() -> assertThatThrownBy(() -> kernel.launch(frame, 1, 1, 4, 0))
                        .hasMessage("kernel 0")))
                .containsExactly("op_0");
        kernel.join(frame, 0, 0, 1, 1, 4, 0);
        Kernel.ofJvm(SECOND, failing, 1, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 1, 1, 1, 4, 0);
        assertThat(kernels(() -> assertThatThrownBy(frame::launchBatch).hasMessage("kernel 0")))
                .containsExactly("op_0");
    }

    @Test
    void phase_isOneLaunchOfItsKernels() {
        RangeFunction nothing = (kernel, slots, begin, end, scratch) -> {};
        Kernel.ofJvm(FIRST, nothing, 0, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 0, 10, 1, 4, 0);
        Kernel.ofJvm(SECOND, nothing, 1, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 0, 5, 1, 8, 0);
        Kernel.ofJvm(SECOND, nothing, 1, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 1, 0, 1, 8, 0);
        Kernel.ofJvm(FIRST, nothing, 0, ThreadSplitPolicy.OF_MEMORY).join(frame, 0, 1, 3, 1, 4, 0);
        List<RecordedEvent> events = Recordings.of(frame::launchBatch);

        assertThat(events).extracting(event -> event.getString("kernel")).containsExactly("op_0 + op_1", "op_0");
        assertThat(events).extracting(event -> event.getLong("bytes")).containsExactly(80L, 12L);
    }

    @Test
    void splitLaunch_isOneAndAnEmptyOneNone() {
        RangeFunction nothing = (kernel, slots, begin, end, scratch) -> {};
        Kernel kernel = Kernel.ofJvm(FIRST, nothing, 0, ThreadSplitPolicy.OF_MEMORY);
        assertThat(kernels(() -> {
                    kernel.launch(frame, 0, 1, 4, 0);
                    kernel.launch(frame, ThreadSplitPolicy.OF_MEMORY.wholeBytes(), 1, 4, 0);
                }))
                .containsExactly("op_0");
    }
}
