package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.cuda.EmulatedCuda.Count;
import io.graphkernel.cuda.EmulatedCuda.Setting;
import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.generated.HandWrittenProgram;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the emulated CUDA driver: released resources, and lost devices. */
@EnabledOnOs(OS.LINUX)
@Tag("emulated")
class CudaDeviceTest {
    @TempDir
    Path directory;

    @Test
    void closedMemory_isReleased() throws IOException {
        Device device = Device.cuda(0);
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            // Twice, as uploads alternate between two staging buffers, each with an event of its last use.
            cycle(device, program);
            cycle(device, program);
            long streams = EmulatedCuda.count(Count.STREAMS);
            long events = EmulatedCuda.count(Count.EVENTS);
            long graphs = EmulatedCuda.count(Count.GRAPHS);
            long bytes = EmulatedCuda.count(Count.DEVICE_BYTES);
            long host = EmulatedCuda.count(Count.HOST_ALLOCATIONS);
            long modules = EmulatedCuda.count(Count.MODULES);
            for (int i = 0; i < 1000; i++) {
                cycle(device, program);
            }
            assertThat(EmulatedCuda.count(Count.STREAMS)).isLessThanOrEqualTo(streams);
            assertThat(EmulatedCuda.count(Count.EVENTS)).isLessThanOrEqualTo(events);
            assertThat(EmulatedCuda.count(Count.GRAPHS)).isLessThanOrEqualTo(graphs);
            assertThat(EmulatedCuda.count(Count.DEVICE_BYTES)).isLessThanOrEqualTo(bytes);
            assertThat(EmulatedCuda.count(Count.HOST_ALLOCATIONS)).isLessThanOrEqualTo(host);
            assertThat(EmulatedCuda.count(Count.MODULES)).isEqualTo(modules);
        }
    }

    private static void cycle(Device device, HandWrittenProgram program) {
        try (Tensor x = Tensor.full(1, 1000).to(device);
                Tensor y = Tensor.empty(device, DType.F32, 1000);
                Stream stream = Stream.open(device);
                Stream.Use use = stream.use();
                Event event = stream.record();
                LaunchGraph graph = LaunchGraph.capture(device, () -> program.scale(x, 2, y))) {
            graph.launch();
            stream.await(event);
            assertThat(y.get(999)).isEqualTo(2);
        }
    }

    /** A stream has an event of its own. */
    @Test
    void streamWithoutEvent_isReleased() {
        Device device = Device.cuda(0);
        long streams = EmulatedCuda.count(Count.STREAMS);
        long before = EmulatedCuda.set(Setting.NO_EVENTS, 1);
        try {
            assertThatThrownBy(() -> Stream.open(device))
                    .isInstanceOf(DeviceException.class)
                    .hasMessageContaining("cuEventCreate");
        } finally {
            EmulatedCuda.set(Setting.NO_EVENTS, before);
        }
        assertThat(EmulatedCuda.count(Count.STREAMS)).isEqualTo(streams);
    }

    @Test
    void deviceThatIsLost_isNamedAndTheOtherContinues() throws IOException {
        Device first = Device.cuda(0);
        Device second = Device.cuda(1);
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            Tensor x = Tensor.full(1, 4).to(second);
            Tensor other = Tensor.full(1, 4).to(first);
            assertThatThrownBy(() -> program.scale(x, 2, other))
                    .isInstanceOf(DeviceMismatchException.class)
                    .hasMessageContainingAll("cuda:0", "cuda:1");
            program.scale(x, 2, x);
            assertThat(x.toFloatArray()).containsOnly(2);
            long before = EmulatedCuda.set(Setting.LOST_AFTER, 1);
            try {
                program.scale(x, 2, x);
                assertLost(second::synchronize);
            } finally {
                EmulatedCuda.set(Setting.LOST_AFTER, before);
            }
            assertLost(() -> program.scale(x, 2, x));
            assertLost(x::toFloatArray);
            assertLost(() -> Tensor.empty(second, DType.F32, 1000));
            program.scale(other, 3, other);
            assertThat(other.toFloatArray()).containsOnly(3);
        }
    }

    @Test
    void rejectedProgram_isShownWithTheDriversLogAlone() throws IOException {
        try (HandWrittenProgram program = HandWrittenProgram.unknownInstruction(directory);
                Tensor x = Tensor.full(1, 4).to(Device.cuda(0))) {
            assertThatThrownBy(() -> program.scale(x, 2, x))
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContainingAll("[GK-6118]", "'undeclared.f32'", "CUDA_ERROR_INVALID_PTX")
                    .message()
                    .matches("[\\x20-\\x7e\\n]+");
        }
    }

    private static void assertLost(Runnable use) {
        assertThatThrownBy(use::run)
                .isInstanceOf(DeviceLostException.class)
                .hasMessageContainingAll("[GK-6025]", "device is lost: cuda:1", "CUDA_ERROR_LAUNCH_FAILED (719)");
    }
}
