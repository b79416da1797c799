package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.Device;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Conformance of the kernels in separate processes, whose settings are read once: other instruction sets, the JVM, OpenCL, CUDA.
 */
@Tag("process")
@Tag("sampled")
class VariantConformanceTest {

    private static final String ALL = ".*";
    private static final String NO_CUBLASLT = "graphkernel.cublaslt.library=";

    /** Sampling stride of kernel classes for OpenCL, whose driver is slow per class. */
    private static final int CLASSES_FOR_OPENCL = TestTier.isFast() ? 200 : 12;

    /** First of these classes; in the fast tier one of cheap kernels. */
    private static final String FIRST_FOR_OPENCL = TestTier.isFast() ? "1" : "0";

    /** Their kernels; in the fast tier a tenth of the names without products, which the driver compiles for seconds. */
    private static final String KERNELS_FOR_OPENCL = TestTier.isFast() ? "(?!batchMatMul|conv|einsum)[ab].*" : ALL;

    /** Runs concurrently on one processor: the driver compiles nearly all the time. */
    private static Process onOpenCl;

    @BeforeAll
    static void startOnOpenCl() throws IOException {
        Optional<Device> device = OpenClDevice.find();
        if (device.isPresent()) {
            onOpenCl = start(
                    "graphkernel.device=" + device.get(),
                    part(KERNELS_FOR_OPENCL, CLASSES_FOR_OPENCL, FIRST_FOR_OPENCL));
        }
    }

    /** It has ended, unless its test did not come to wait for it. */
    @AfterAll
    static void stopOnOpenCl() {
        if (onOpenCl != null) {
            onOpenCl.destroyForcibly();
        }
    }

    /**
     * Of six classes the first has v2 besides the best, and the second v3. The others run in the exhaustive tier, or for some
     * ops, where each class has all.
     */
    @Tag("slow")
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("weakerInstructionSets")
    void weakerInstructionSets_matchDefinitions(String set) throws IOException, InterruptedException {
        String first = set.equals("v2") ? "0" : "1";
        requireRight(start("graphkernel.isa=" + set, part(ALL, KernelClassTargets.CLASSES_OF_A_WEAKER_SET, first)));
    }

    static List<String> weakerInstructionSets() {
        return KernelClassTargets.weakerInstructionSets();
    }

    @Test
    void javaKernels_matchDefinitions() throws IOException, InterruptedException {
        run("graphkernel.device=jvm", ALL);
    }

    @Test
    void openClKernels_matchDefinitions() throws IOException, InterruptedException {
        assumeThat(onOpenCl).as("a process with an OpenCL device").isNotNull();
        requireRight(onOpenCl);
    }

    /** Our own matmuls: the runtime's tests have the emulated cuBLASLt. */
    @ParameterizedTest
    @MethodSource("architectures")
    @Tag("emulated")
    void emulatedCudaKernels_matchDefinitions(PtxArchitecture architecture) throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        ProcessBuilder process = process(
                ConformanceProgram.class,
                "graphkernel.device=cuda:0",
                compiled(part(ALL, classesFor(architecture), "0")),
                "graphkernel.cuda.library=" + EmulatedCuda.library(),
                NO_CUBLASLT);
        process.environment().put(EmulatedCuda.CAPABILITY, String.valueOf(architecture.capability()));
        requireRight(process.start());
    }

    /** Returns the sampling stride of classes: the latest architecture runs common programs, too. */
    private static int classesFor(PtxArchitecture architecture) {
        return KernelClassTargets.CLASSES_FOR_CUDA * (architecture == PtxArchitecture.SM_80 ? 1 : 4);
    }

    /** In the fast tier only the latest. */
    static List<PtxArchitecture> architectures() {
        return TestTier.isFast() ? List.of(PtxArchitecture.SM_80) : List.of(PtxArchitecture.values());
    }

    /** Returns every class, or some kernels of every n-th from the first one on. */
    private static List<String> part(String kernels, int classes, String first) {
        return Scope.hasEveryInstructionSet() ? List.of(ALL) : List.of(kernels, String.valueOf(classes), first);
    }

    /** Runs kernels in a process with system properties. */
    static void run(String setting, String kernels) throws IOException, InterruptedException {
        requireRight(start(setting, List.of(kernels)));
    }

    static void requireRight(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static Process start(String setting, List<String> kernels, String... more) throws IOException {
        return process(ConformanceProgram.class, setting, compiled(kernels), more)
                .start();
    }

    private static List<String> compiled(List<String> kernels) {
        List<String> arguments = new ArrayList<>(List.of("compiled"));
        arguments.addAll(kernels);
        return arguments;
    }

    /** Starts a program over the compiled cases with system properties. */
    static Process start(Class<?> program, String setting, List<String> arguments) throws IOException {
        return process(program, setting, arguments).start();
    }

    private static ProcessBuilder process(Class<?> program, String setting, List<String> arguments, String... more)
            throws IOException {
        KernelClasses.processed();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(TargetProcess.SHORT_LIVED);
        command.add("-D" + setting);
        Stream.of(more).forEach(property -> command.add("-D" + property));
        command.addAll(List.of(
                "-D" + KernelClasses.REUSE + "=true",
                "-D" + Cases.OPS + "=" + System.getProperty(Cases.OPS, ""),
                "-D" + Cases.DTYPES + "=" + System.getProperty(Cases.DTYPES, ""),
                "-D" + DeviceConformance.DEVICE + "=" + System.getProperty(DeviceConformance.DEVICE, ""),
                "-Dconformance.directory=" + KernelClasses.target(),
                TestTier.option(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true);
    }
}
