package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import io.graphkernel.runtime.internal.device.FakeDriver;
import io.graphkernel.runtime.internal.device.FoundDevice;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the check of a launch waits for. */
class LaunchCheckTest {
    /** After those of the machine; a thread keeps its frame of a device. */
    private static final AtomicInteger ORDINALS = new AtomicInteger(70);

    private final FakeDriver driver = new FakeDriver(1 << 20);
    private final Device device = DeviceAccess.get()
            .make("fake", 0, ORDINALS.getAndIncrement(), FoundDevice.usable(driver.properties(), () -> driver));

    @Test
    void operandsAreLookedAtAfterTheStreamThatWritesThem() {
        try (Stream stream = Stream.open(device);
                Tensor x = Tensor.empty(device, DType.F32, 4)) {
            try (Stream.Use use = stream.use()) {
                x.copyFrom(new float[4]);
            }
            driver.calls.clear();
            new LaunchCheck(LaunchFrame.current(device), "net", "Log (net_0)", "Log").reads(x);
            assertThat(driver.calls).containsSubsequence("queue 0 waits for queue 1", "queue 0 downloads 16");
        }
    }
}
