package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.ascend.EmulatedBisheng;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.Device;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Processes of their own in which a program calls kernels on one target. */
public final class TargetProcess {

    /** Options for processes of some seconds: C2 and the parallel garbage collector take as long as all the rest. */
    public static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path classes;
    private final String program;
    private final List<String> arguments;

    /**
     * Processes of a program.
     *
     * @param classes directory of the kernel classes
     * @param program class with a main method, which exits with 0 if all results are right
     * @param arguments program arguments
     */
    public TargetProcess(Path classes, Class<?> program, String... arguments) {
        this(classes, program.getName(), arguments);
    }

    /**
     * Processes of a program that is compiled with its kernels.
     *
     * @param classes where kernel classes and program are
     * @param program the name of its class
     * @param arguments those of the program
     */
    public TargetProcess(Path classes, String program, String... arguments) {
        this.classes = classes;
        this.program = program;
        this.arguments = List.of(arguments);
    }

    /** Runs it on the CPU. */
    public void onCpu() throws IOException, InterruptedException {
        run(List.of("graphkernel.device=cpu"));
    }

    /**
     * Runs it on the CPU with further settings.
     *
     * @param environment further variables of the process
     * @param properties further system properties, such as {@code key=value}
     */
    public void onCpu(Map<String, String> environment, String... properties) throws IOException, InterruptedException {
        run(List.of("graphkernel.device=cpu"), environment, properties);
    }

    /** Runs it where no setting names a device. */
    public void onDefault() throws IOException, InterruptedException {
        run(List.of("graphkernel.device="));
    }

    /** Runs it on the JVM. */
    public void onJvm() throws IOException, InterruptedException {
        run(List.of("graphkernel.device=jvm"));
    }

    /**
     * Runs it on an OpenCL device, if there is one.
     *
     * @param properties further system properties, such as {@code key=value}
     */
    public void onOpenCl(String... properties) throws IOException, InterruptedException {
        Optional<Device> device = OpenClDevice.find();
        assumeThat(device).as("an OpenCL device").isPresent();
        run(List.of("graphkernel.device=" + device.get()), properties);
    }

    /**
     * Runs it on the emulated CUDA driver, if it is built for this machine.
     *
     * @param properties further system properties, such as {@code key=value}
     */
    public void onEmulatedCuda(String... properties) throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        run(
                List.of(
                        "graphkernel.device=cuda:0",
                        "graphkernel.cuda.library=" + EmulatedCuda.library(),
                        "graphkernel.cublaslt.library="),
                properties);
    }

    /**
     * Runs it on the emulated AscendCL, if it is built for this machine.
     *
     * @return output of the program
     */
    public String onEmulatedAscend() throws IOException, InterruptedException {
        assumeThat(EmulatedAscend.runsHere())
                .as("an emulated AscendCL for this machine")
                .isTrue();
        return onEmulatedAscend(EmulatedAscend.library());
    }

    /** Runs it on a copy of the emulated AscendCL. */
    String onEmulatedAscend(Path library) throws IOException, InterruptedException {
        return onEmulatedAscend(library, EmulatedAscend.environment());
    }

    /**
     * Runs it on an emulated Ascend 310P, with a toolkit for it.
     *
     * @param toolkit directory for the toolkit
     * @return output of the program
     */
    String onEmulated310P(Path toolkit) throws IOException, InterruptedException {
        assumeThat(EmulatedAscend.runsHere())
                .as("an emulated AscendCL for this machine")
                .isTrue();
        EmulatedBisheng.in(toolkit, EmulatedBisheng.Age.NEW);
        return onEmulatedAscend(
                EmulatedAscend.library(),
                Map.of("ASCEND_HOME_PATH", toolkit.toString()),
                AscendProgram.CHIP + "=" + AscendProgram.CHIP_310P);
    }

    /**
     * Runs it on a copy of the emulated AscendCL.
     *
     * @param environment variables that the process has besides ours
     * @param properties further system properties, such as {@code key=value}
     */
    String onEmulatedAscend(Path library, Map<String, String> environment, String... properties)
            throws IOException, InterruptedException {
        return run(
                List.of(
                        "graphkernel.device=ascend:0",
                        "graphkernel.ascend.library=" + library,
                        "graphkernel.aclnn.library=" + library),
                environment,
                properties);
    }

    /** The default device is fixed per process. The process inherits the properties of the tests. */
    private String run(List<String> device, String... properties) throws IOException, InterruptedException {
        return run(device, Map.of(), properties);
    }

    private String run(List<String> device, Map<String, String> environment, String... properties)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SHORT_LIVED);
        // From JDK 24 on, what a program prints would begin with warnings.
        command.add("--enable-native-access=ALL-UNNAMED");
        Stream<String> own = System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("conformance.") || name.equals(TestTier.PROPERTY))
                .sorted()
                .map(name -> name + "=" + System.getProperty(name));
        Stream.of(device.stream(), Stream.of(properties), own)
                .flatMap(options -> options)
                .forEach(property -> command.add("-D" + property));
        command.addAll(List.of(
                "-cp",
                classes + System.getProperty("path.separator") + System.getProperty("java.class.path"),
                program));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
