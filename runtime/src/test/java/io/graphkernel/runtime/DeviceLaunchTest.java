package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.DeviceMismatchException;
import io.graphkernel.runtime.generated.HandWrittenProgram;
import io.graphkernel.runtime.generated.Kernel;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Launch arguments of kernels, on every kind of GPU. */
@ParameterizedClass
@MethodSource("io.graphkernel.runtime.TestDevices#all")
@ExtendWith(ClosedTensors.class)
class DeviceLaunchTest {
    @Parameter
    Device device;

    @TempDir
    Path directory;

    @Test
    void deviceLaunch_runsWhereTheTensorsAre() throws IOException {
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            float[] data = new float[100_000];
            for (int i = 0; i < data.length; i++) {
                data[i] = i;
            }
            Tensor x = Tensor.of(data, data.length).to(device);
            Tensor y = Tensor.empty(device, DType.F32, data.length);
            program.scale(x, 3, y);
            float[] result = y.toFloatArray();
            for (int i = 0; i < data.length; i++) {
                assertThat(result[i]).isEqualTo(3 * data[i]);
            }
            assertThatThrownBy(() -> program.scale(x, 3, Tensor.empty(Device.cpu(), DType.F32, data.length)))
                    .isInstanceOf(DeviceMismatchException.class)
                    .hasMessageContainingAll("[GK-6020]", "tensor y is on cpu:0 but tensor x is on " + device);
            program.scale(Tensor.empty(device, DType.F32, 0), 1, Tensor.empty(device, DType.F32, 0));
        }
    }

    @Test
    void batchedKernels_runInOrder() throws IOException {
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            Tensor x = Tensor.full(1, 1000).to(device);
            Tensor y = Tensor.empty(device, DType.F32, 1000);
            Tensor z = Tensor.empty(device, DType.F32, 1000);
            LaunchFrame frame = LaunchFrame.current(device);
            for (int i = 0; i < 2; i++) {
                frame.input(4 * i, i == 0 ? x : y);
                frame.output(4 * i + 1, i == 0 ? y : z);
                frame.integer(4 * i + 2, 1000);
                frame.scalar(4 * i + 3, 2f);
            }
            Kernel kernel = program.library().kernel(0, frame);
            kernel.join(frame, 0, 0, 1000, 1, 8, 0);
            kernel.join(frame, 4, 1, 1000, 1, 8, 0);
            frame.launchBatch();
            assertThat(z.toFloatArray()).containsOnly(4);
        }
    }

    @Test
    void arena_isThere() throws IOException {
        try (HandWrittenProgram program = HandWrittenProgram.scale(directory)) {
            Tensor x = Tensor.full(1, 1000).to(device);
            Tensor y = Tensor.empty(device, DType.F32, 1000);
            LaunchFrame frame = LaunchFrame.current(device);
            long arena = frame.arena(4000);
            assertThat(frame.libraryWorkspace(4000)).isNotEqualTo(arena);
            assertThat(frame.arena(100)).isEqualTo(arena);
            assertThat(frame.arena(0)).isZero();
            Kernel kernel = program.library().kernel(0, frame);
            frame.input(0, x);
            frame.pointer(1, arena);
            frame.integer(2, 1000);
            frame.scalar(3, 5f);
            kernel.launch(frame, 1000, 1, 8, 0);
            frame.pointer(0, arena);
            frame.output(1, y);
            kernel.launch(frame, 1000, 1, 8, 0);
            assertThat(y.toFloatArray()).containsOnly(25);
        }
    }
}
