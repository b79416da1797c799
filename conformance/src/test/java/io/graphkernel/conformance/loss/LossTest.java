package io.graphkernel.conformance.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.Device;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Gradients inside kernels, on every target. Each is a process of its own. */
class LossTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("loss");

    @BeforeAll
    static void compile() throws IOException {
        String source = Files.readString(Path.of("src/test/resources/loss/Losses.java"));
        assertThat(KernelCompiler.compile(CLASSES, Map.of("Losses", source), "cpu,cuda,jvm,opencl"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
    }

    @Test
    void aStepIsOnePlan() throws IOException {
        Properties manifest = new Properties();
        try (var in = Files.newInputStream(CLASSES.resolve("META-INF/graphkernel/losses.Losses/manifest.properties"))) {
            manifest.load(in);
        }
        assertThat(manifest.getProperty("method.step.launches")).isEqualTo("3");
    }

    @Test
    void runsOnTheCpu() throws IOException, InterruptedException {
        run("graphkernel.device=cpu");
    }

    @Test
    void runsOnTheJvm() throws IOException, InterruptedException {
        run("graphkernel.device=jvm");
    }

    @Test
    void runsOnOpenCl() throws IOException, InterruptedException {
        Optional<Device> device = OpenClDevice.find();
        assumeThat(device).as("an OpenCL device").isPresent();
        run("graphkernel.device=" + device.get());
    }

    @Test
    void runsOnEmulatedCuda() throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        run(
                "graphkernel.device=cuda:0",
                "graphkernel.cuda.library=" + EmulatedCuda.library(),
                "graphkernel.cublaslt.library=");
    }

    private static void run(String... properties) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String property : properties) {
            command.add("-D" + property);
        }
        command.addAll(List.of(
                "-cp",
                CLASSES + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                LossProgram.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
