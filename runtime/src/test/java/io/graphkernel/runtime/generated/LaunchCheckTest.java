package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.FakeDriver;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests of the tensors that a launch check waits for. */
class LaunchCheckTest {
    /** After those of the machine; a thread keeps its frame of a device. */
    private static final AtomicInteger ORDINALS = new AtomicInteger(70);

    private final FakeDriver driver = new FakeDriver(1 << 20);
    private final Device device = (Device) DeviceStates.newDevice(
            "fake", 0, ORDINALS.getAndIncrement(), DiscoveredDevice.usable(driver.properties(), () -> driver));

    @Test
    void operands_areLookedAtAfterTheStreamThatWritesThem() {
        try (Stream stream = Stream.open(device);
                Tensor x = Tensor.empty(device, DType.F32, 4)) {
            try (Stream.Use use = stream.use()) {
                x.copyFrom(new float[4]);
            }
            driver.calls.clear();
            new LaunchCheck(LaunchFrame.current(device), "net", "Log (net_0)", "Log").reads(x);
            assertThat(driver.calls).containsSubsequence("stream 0 waits for stream 1", "stream 0 downloads 16");
        }
    }
}
