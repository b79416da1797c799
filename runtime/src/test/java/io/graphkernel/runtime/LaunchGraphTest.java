package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.FakeDriver;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that a launch graph releases its resources when the driver rejects a call. */
class LaunchGraphTest {
    /** After those of the machine; a thread keeps its frame of a device. */
    private static final AtomicInteger ORDINALS = new AtomicInteger(60);

    private final FakeDriver driver = new FakeDriver(1 << 20);
    private final Device device = new Device(
            "fake", 0, ORDINALS.getAndIncrement(), DiscoveredDevice.usable(driver.properties(), () -> driver));

    private void reject(String call) {
        driver.during(call, () -> {
            throw new DeviceException(RuntimeProblem.DEVICE_ERROR, call, device, "FAKE_REFUSED", 1);
        });
    }

    private void makeTemporary() {
        Tensor.empty(device, DType.F32, 16).close();
    }

    /** Captures have no other memory than a tensor of 16 floats. */
    private void assertNothingIsKept() {
        assertThat(DeviceStates.inUse(device).memory().cachedBytes()).isEqualTo(64);
        assertThat(DeviceFrames.current(device).recording()).isNull();
        assertThat(DeviceFrames.current(device).stream())
                .isSameAs(DeviceStates.inUse(device).defaultStream());
        assertThat(driver.calls).contains("stream 1 closes");
    }

    @Test
    void captureThatTheDriverRejects_keepsNothing() {
        reject("stream 1 has captured");
        assertThatThrownBy(() -> LaunchGraph.capture(device, this::makeTemporary))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("stream 1 has captured failed on fake:0 with FAKE_REFUSED (1)");
        assertNothingIsKept();
    }

    @Test
    void exceptionOfALaunch_isNotReplaced() {
        reject("stream 1 has captured");
        assertThatThrownBy(() -> LaunchGraph.capture(device, () -> {
                    makeTemporary();
                    throw new IllegalStateException("no step");
                }))
                .isInstanceOf(IllegalStateException.class)
                .satisfies(failure ->
                        assertThat(failure.getSuppressed()).singleElement().isInstanceOf(DeviceException.class));
        assertNothingIsKept();
    }

    @Test
    void graph_isReleasedAlsoWhenWaitingFails() {
        LaunchGraph graph = LaunchGraph.capture(device, this::makeTemporary);
        reject("stream 0 synchronizes");
        assertThatThrownBy(graph::close).isInstanceOf(DeviceException.class);
        assertThat(driver.calls).contains("graph closes");
        assertNothingIsKept();
    }
}
