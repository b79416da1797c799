package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.Device;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same kernels in processes of their own, whose settings are read once: other instruction sets, the JVM, OpenCL, CUDA.
 * PoCL compiles without optimising, which takes a quarter of the time.
 */
class VariantConformanceTest {

    private static final String ALL = ".*";
    private static final String NO_CUBLASLT = "graphkernel.cublaslt.library=";

    /** OpenCL's driver takes its time for each kernel: every op in f32 and in the dtypes that f32 has no part in. */
    private static final String OPENCL_PART = ".*_(f32|i32|bool).*";

    @ParameterizedTest
    @ValueSource(strings = {"graphkernel.isa=v2", "graphkernel.isa=v3", "graphkernel.device=jvm"})
    void everyVariantAgreesWithTheDefinitions(String setting) throws IOException, InterruptedException {
        run(setting, ALL);
    }

    @Test
    void openClAgreesWithTheDefinitions() throws IOException, InterruptedException {
        Optional<Device> device = OpenClDevice.find();
        assumeThat(device).as("an OpenCL device").isPresent();
        run("graphkernel.device=" + device.get(), Scope.isExhaustive() ? ALL : OPENCL_PART);
    }

    /** Our own matrix products: the run time's tests have the emulated cuBLASLt. */
    @Test
    void emulatedCudaAgreesWithTheDefinitions() throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        run("graphkernel.device=cuda:0", ALL, "graphkernel.cuda.library=" + EmulatedCuda.library(), NO_CUBLASLT);
    }

    /** Runs kernels in a process with system properties. */
    static void run(String setting, String kernels, String... more) throws IOException, InterruptedException {
        KernelClasses.processed();
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-D" + setting));
        Stream.of(more).forEach(property -> command.add("-D" + property));
        command.addAll(List.of(
                "-D" + KernelClasses.REUSE + "=true",
                "-Dconformance.directory=" + KernelClasses.target(),
                "-Dconformance.exhaustive=" + Scope.isExhaustive(),
                "-cp",
                System.getProperty("java.class.path"),
                ConformanceProgram.class.getName(),
                "compiled",
                kernels));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
