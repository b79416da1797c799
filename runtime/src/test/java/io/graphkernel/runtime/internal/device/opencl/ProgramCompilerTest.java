package io.graphkernel.runtime.internal.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceKernel;
import io.graphkernel.runtime.internal.device.NativeLibrary;
import io.graphkernel.runtime.internal.loading.NativeDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Built programs are kept by text and device, and built again when they are not as they were. */
class ProgramCompilerTest {
    private static final String TEXT = """
            typedef struct { ulong slot[2]; } gk_slots2;
            __kernel __attribute__((reqd_work_group_size(256, 1, 1))) void number(const gk_slots2 a) {
                if (get_global_id(0) == 0) *(__global long *)a.slot[0] = a.slot[1] + ADDED;
            }
            """;

    private final Device device = OpenClTests.device();

    @TempDir
    Path directory;

    private String before;

    @BeforeEach
    void useADirectory() {
        before = System.getProperty(NativeDirectory.PROPERTY);
        System.setProperty(NativeDirectory.PROPERTY, directory.toString());
    }

    @AfterEach
    void reset() {
        if (before == null) {
            System.clearProperty(NativeDirectory.PROPERTY);
        } else {
            System.setProperty(NativeDirectory.PROPERTY, before);
        }
    }

    private long run(String text) {
        LaunchFrame frame = LaunchFrame.current(device);
        DeviceKernel kernel = frame.deviceInUse()
                .load("number.cl", text.getBytes(StandardCharsets.UTF_8), Optional.empty())
                .kernel("number", 2);
        try (Tensor result = Tensor.empty(device, DType.I64, 1)) {
            frame.output(10, result);
            frame.integer(11, 40);
            kernel.launch(frame, 10, 1);
            return result.getLong(0);
        }
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith("program.bin")).toList();
        }
    }

    @Test
    void programCompiler_keepsWhatTheDriverCreated() throws IOException {
        String two = TEXT.replace("ADDED", "2");
        assertThat(run(two)).isEqualTo(42);
        List<Path> files = kept();
        assertThat(files).hasSize(1);
        byte[] content = Files.readAllBytes(files.get(0));
        assertThat(run(two)).isEqualTo(42);
        assertThat(Files.readAllBytes(files.get(0))).isEqualTo(content);
        assertThat(run(TEXT.replace("ADDED", "3"))).isEqualTo(43);
        assertThat(kept()).hasSize(2);
    }

    /** PoCL writes the number of warnings to the standard error of the process. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "META-INF/graphkernel/io.graphkernel.runtime.generated.library.call.ProductKernels/opencl/kernels.cl",
                "io/graphkernel/bridge/matmul_f32.cl"
            })
    @Tag("slow")
    void programs_compileWithoutWarnings(String resource) throws IOException {
        try (InputStream stream = ProgramCompilerTest.class.getResourceAsStream("/" + resource)) {
            // Another text each time, which no driver has compiled before.
            String another =
                    "typedef int another_" + UUID.randomUUID().toString().replace('-', '_') + ";\n";
            String text = another + new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            OpenClDriver driver =
                    (OpenClDriver) LaunchFrame.current(device).deviceInUse().driver();
            long program = ProgramCompiler.compile(driver, resource, text.getBytes(StandardCharsets.UTF_8));
            String log = driver.api().buildLog(program, driver.device());
            NativeLibrary.call(driver.api().releaseProgram, program);
            assertThat(log).doesNotContain("warning");
        }
    }

    @Test
    void damagedFile_isCreatedAgain() throws IOException {
        String five = TEXT.replace("ADDED", "5");
        assertThat(run(five)).isEqualTo(45);
        Path file = kept().get(0);
        Files.writeString(file, "damaged");
        assertThat(run(five)).isEqualTo(45);
        assertThat(Files.size(file)).isGreaterThan(100);
    }
}
