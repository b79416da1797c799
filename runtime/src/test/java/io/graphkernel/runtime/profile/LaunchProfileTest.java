package io.graphkernel.runtime.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class LaunchProfileTest {

    @Test
    void makesRecordsOnlyWhileARecordingTakesThem() {
        assertThat(LaunchProfile.begin()).isNull();
        try (Recording recording = new Recording()) {
            recording.disable("io.graphkernel.KernelLaunch");
            recording.start();
            assertThat(LaunchProfile.begin()).isNull();
        }
        try (Recording recording = new Recording()) {
            recording.enable("io.graphkernel.KernelLaunch");
            recording.start();
            assertThat(LaunchProfile.begin()).isNotNull();
        }
        assertThat(LaunchProfile.begin()).isNull();
    }

    /** Also in the interpreter, which does not fold anything. */
    @Test
    void nothingIsAllocatedWhenOff() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        assertThat(LaunchProfile.begin()).isNull();
        long before = threads.getThreadAllocatedBytes(id);
        for (int i = 0; i < 100; i++) {
            if (LaunchProfile.begin() != null) {
                throw new AssertionError("on");
            }
        }
        assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(1600);
    }
}
