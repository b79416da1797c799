package io.graphkernel.runtime.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class LaunchProfileTest {

    @Test
    void isOnOnlyWhileARecordingAsksForLaunches() {
        assertThat(LaunchProfile.isOn()).isFalse();
        try (Recording recording = new Recording()) {
            recording.start();
            assertThat(LaunchProfile.isOn()).isFalse();
        }
        try (Recording recording = new Recording()) {
            recording.enable("io.graphkernel.KernelLaunch");
            recording.start();
            assertThat(LaunchProfile.isOn()).isTrue();
        }
        assertThat(LaunchProfile.isOn()).isFalse();
    }

    /** Also in the interpreter, which does not fold anything. */
    @Test
    void nothingIsAllocatedWhenOff() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        assertThat(LaunchProfile.isOn()).isFalse();
        long before = threads.getThreadAllocatedBytes(id);
        for (int i = 0; i < 100; i++) {
            if (LaunchProfile.isOn()) {
                throw new AssertionError("on");
            }
        }
        assertThat(threads.getThreadAllocatedBytes(id) - before).isLessThan(1600);
    }
}
