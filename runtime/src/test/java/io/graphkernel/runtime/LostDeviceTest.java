package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.generated.HandWrittenProgram;
import io.graphkernel.runtime.generated.Kernel;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.FakeDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device that its driver gives up, and what a stub gives to a driver. */
class LostDeviceTest {
    /** After those of the machine; a thread keeps its frame of a device. */
    private static final AtomicInteger ORDINALS = new AtomicInteger(40);

    private final FakeDriver driver = new FakeDriver(1 << 20);
    private final DeviceProperties properties = driver.properties();
    private final Device device =
            new Device("fake", 0, ORDINALS.getAndIncrement(), DiscoveredDevice.usable(properties, () -> driver));

    @TempDir
    Path directory;

    @Test
    void everyLaterUse_statesWhatLostIt() throws IOException {
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            Tensor x = Tensor.full(1, 4).to(device);
            Stream stream = Stream.open(device);
            LaunchGraph graph = LaunchGraph.capture(device, () -> {});
            driver.fail();
            assertLost(() -> program.scale(x, 2, x));
            assertLost(() -> program.scale(x, 2, x));
            assertLost(x::toFloatArray);
            assertLost(() -> Tensor.empty(device, DType.F32, 1000));
            assertLost(device::synchronize);
            assertLost(stream::synchronize);
            stream.close();
            graph.close();
            x.close();
            assertThat(x.isClosed()).isTrue();
        }
    }

    private static void assertLost(Runnable use) {
        assertThatThrownBy(use::run)
                .isInstanceOf(DeviceLostException.class)
                .hasMessageContainingAll(
                        "[GK-6025]", "device is lost: fake:0: launch failed with FAKE_LAUNCH_FAILED (719)");
    }

    @Test
    void groups_growWithTheBytesUpToTheDevice() throws IOException {
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            LaunchFrame frame = LaunchFrame.current(device);
            Kernel kernel = program.library().kernel(0, frame);
            driver.calls.clear();
            kernel.launch(frame, 1, 1, 1, 0);
            kernel.launch(frame, 4096, 1, 1, 0);
            kernel.launch(frame, 4097, 1, 1, 0);
            kernel.launch(frame, 3, 1, 4096, 0);
            kernel.launch(frame, 1 << 20, 1, 8, 0);
            kernel.launch(frame, Long.MAX_VALUE, 1, Long.MAX_VALUE, 0);
            kernel.launch(frame, 0, 1, 8, 0);
            assertThat(driver.calls)
                    .extracting(call -> call.replaceAll(".*launches (\\d+) groups.*", "$1"))
                    .containsExactly("1", "1", "2", "3", "16", "16");
        }
    }

    @Test
    void moreParametersThanTheDeviceAccepts_areRejected() throws IOException {
        String text = HandWrittenProgram.SCALE;
        try (HandWrittenProgram program = new HandWrittenProgram(directory, text, "scale", 129)) {
            LaunchFrame frame = LaunchFrame.current(device);
            assertThatThrownBy(() -> program.library().kernel(0, frame))
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContainingAll(
                            "[GK-6122]", ": scale of ", "has 1032 bytes of parameters, but fake:0 allows 1024");
        }
        try (HandWrittenProgram program = new HandWrittenProgram(directory, text, "scale", 128)) {
            assertThat(program.library().kernel(0, LaunchFrame.current(device))).isNotNull();
        }
    }

    @Test
    void driver_receivesTheAddressesOfALaunch() throws IOException {
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            Tensor x = Tensor.empty(device, DType.F32, 4);
            Tensor y = Tensor.empty(device, DType.F32, 4);
            program.scale(x, 1, y);
            LaunchFrame frame = LaunchFrame.current(device);
            Kernel kernel = program.library().kernel(0, frame);
            driver.calls.clear();
            // Two launches of the same slots, then one whose third slot is an address too.
            frame.input(0, x);
            frame.output(1, y);
            kernel.launch(frame, 1, 1, 1, 0);
            kernel.launch(frame, 1, 1, 1, 0);
            frame.pointer(0, 8);
            frame.pointer(1, 8);
            frame.pointer(2, 8);
            kernel.launch(frame, 1, 1, 1, 0);
            frame.pointer(0, 8);
            kernel.launch(frame, 1, 1, 1, 0);
            assertThat(driver.calls)
                    .extracting(call -> call.replaceAll(".*, (\\d+) pointers", "$1"))
                    .containsExactly("2", "2", "3", "1");
        }
    }
}
