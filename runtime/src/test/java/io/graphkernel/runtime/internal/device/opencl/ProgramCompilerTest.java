package io.graphkernel.runtime.internal.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

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
            __kernel __attribute__((reqd_work_group_size(256, 1, 1))) void NAME(const gk_slots2 a) {
                if (get_global_id(0) == 0) *(__global long *)a.slot[0] = a.slot[1] + 2;
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

    private OpenClDriver driver() {
        return (OpenClDriver) LaunchFrame.current(device).deviceInUse().driver();
    }

    private static byte[] text(String kernel) {
        return TEXT.replace("NAME", kernel).getBytes(StandardCharsets.UTF_8);
    }

    /** Compiles a program as for a driver without a cache, and requires its kernel. */
    private void compile(String kernel) {
        long program = ProgramCompiler.compile(driver(), "number.cl", text(kernel), true);
        assertThat(new OpenClProgram(driver(), "number.cl", program).function(kernel))
                .isNotNull();
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith("program.bin")).toList();
        }
    }

    @Test
    void programCompiler_keepsWhatTheDriverCreated() throws IOException {
        compile("first");
        List<Path> files = kept();
        assertThat(files).hasSize(1);
        byte[] content = Files.readAllBytes(files.get(0));
        compile("first");
        assertThat(Files.readAllBytes(files.get(0))).isEqualTo(content);
        compile("second");
        assertThat(kept()).hasSize(2);
    }

    /** It compiles all kernels of a program for its binary, and caches those that run. */
    @Test
    void programOfPocl_runsAndIsNotKept() throws IOException {
        assumeThat(driver().api().text(driver().device(), OpenClApi.DEVICE_VERSION))
                .containsIgnoringCase("pocl");
        LaunchFrame frame = LaunchFrame.current(device);
        DeviceKernel kernel = frame.deviceInUse()
                .load("number.cl", text("number"), Optional.empty())
                .kernel("number", 2);
        try (Tensor result = Tensor.empty(device, DType.I64, 1)) {
            frame.output(10, result);
            frame.integer(11, 40);
            kernel.launch(frame, 10, 1);
            assertThat(result.getLong(0)).isEqualTo(42);
        }
        assertThat(kept()).isEmpty();
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
            OpenClDriver driver = driver();
            long program = ProgramCompiler.compile(driver, resource, text.getBytes(StandardCharsets.UTF_8));
            String log = driver.api().buildLog(program, driver.device());
            NativeLibrary.call(driver.api().releaseProgram, program);
            assertThat(log).doesNotContain("warning");
        }
    }

    @Test
    void damagedFile_isCreatedAgain() throws IOException {
        compile("damaged");
        Path file = kept().get(0);
        Files.writeString(file, "damaged");
        compile("damaged");
        assertThat(Files.size(file)).isGreaterThan(100);
    }
}
