package io.graphkernel.conformance.fix;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.abi.PlatformNames;
import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.MachineTargets;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each message whose fix names a command or a setting is provoked here, and its fix applied; what cannot be is listed with a reason. */
@Tag("slow")
@Tag("process")
class FixTextsTest {

    /** A command, an option, a property, a variable, a dependency or a setting of a build. */
    private static final Pattern COMMAND =
            Pattern.compile("-D|-A|mvn |GRAPHKERNEL_|--[a-z]|XDG_|org\\.bytedeco|graphkernel[.-]"
                    + "|mpirun|srun|set_env|ulimit|NCCL_|<[a-z]|annotationProcessorPaths");

    private static final String ASCEND = "needs a machine with CANN";

    /** Problems by the reason why no test of this class applies their fix. */
    private static final Map<String, Set<RuntimeProblem>> ELSEWHERE = Map.of(
            "ModulePathIT applies it to a project",
            EnumSet.of(RuntimeProblem.MODULE_MISSING, RuntimeProblem.NATIVE_ACCESS),
            "the fix is one of a build with a shading plugin, which this build does not have",
            EnumSet.of(RuntimeProblem.KERNELS_RENAMED, RuntimeProblem.RUNTIME_RENAMED),
            "needs a jar of another version of this library or of JavaCPP",
            EnumSet.of(
                    RuntimeProblem.JAVACPP_VERSION,
                    RuntimeProblem.ABI_MISMATCH,
                    RuntimeProblem.PLAN_VERSION,
                    RuntimeProblem.BRIDGE_MISSING,
                    RuntimeProblem.JAVACPP_MISSING),
            "hashes find what is wrong before this message can come from a jar, and the fix is that of LIBRARY_DAMAGED",
            EnumSet.of(
                    RuntimeProblem.PLAN_DAMAGED,
                    RuntimeProblem.PLAN_MISSING,
                    RuntimeProblem.SYMBOL_MISSING,
                    RuntimeProblem.TABLE_SIZE,
                    RuntimeProblem.FUNCTION_MISSING,
                    RuntimeProblem.PROGRAM_KERNEL),
            "needs a module whose package is closed; the fix is a line of its module-info.java",
            EnumSet.of(RuntimeProblem.RECORD_INACCESSIBLE),
            ASCEND,
            EnumSet.of(
                    RuntimeProblem.TOOLKIT_REFUSED,
                    RuntimeProblem.KNOWN_ANSWER,
                    RuntimeProblem.ACLNN_FUNCTION,
                    RuntimeProblem.NO_COMPILER,
                    RuntimeProblem.BISHENG_REFUSED),
            "needs NCCL and two devices",
            EnumSet.of(RuntimeProblem.RANK_LIBRARY_MISSING, RuntimeProblem.RANK_LIBRARY_ERROR),
            "MpiTest of the runtime starts jobs with both libraries and mpiruns",
            EnumSet.of(RuntimeProblem.MPI_MISSING, RuntimeProblem.MPI_LAUNCHER),
            "needs a driver that takes fewer parameters than a kernel has",
            EnumSet.of(RuntimeProblem.KERNEL_PARAMETERS),
            "DebugModeTest of the runtime compiles with the flag and without it",
            EnumSet.of(RuntimeProblem.NOT_FINITE, RuntimeProblem.LAUNCH_FAILED));

    private static final String OPS = """
            package fixed;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Ops1 {
                @GraphKernel
                public static Tensor scaled(@TensorType("f32[n, 2]") Tensor x) {
                    return add(mul(x, Tensor.of(new float[] {1, 10}, 2)), FACTOR);
                }

                @GraphKernel
                public static Tensor product(@TensorType("f32[n, n]") Tensor x) {
                    return matMul(x, x);
                }

                @GraphKernel
                public static Tensor convolved(@TensorType("f32[2, 2]") Tensor x) {
                    Tensor image = reshape(x, 1, 1, 2, 2);
                    return conv2D(image, reshape(x, 2, 1, 1, 2), new long[] {1, 1}, new long[] {0, 0, 0, 0}, new long[] {1, 1});
                }
            }
            """.replace("Ops1", "Ops");

    private static final String SCALED = "[2.0, 21.0, 4.0, 41.0]";
    private static final String PRODUCT = "[7.0, 10.0, 15.0, 22.0]";
    private static final String CONVOLVED = "[5.0, 11.0, 11.0, 25.0]";

    @TempDir
    Path directory;

    private Path classes;

    @BeforeEach
    void nameDirectory() {
        classes = directory.resolve("classes");
    }

    /** Runs {@code mvn clean compile}. */
    private void cleanCompile(String targets, String... options) throws IOException {
        cleanCompileWith("1", targets, options);
    }

    private void cleanCompileWith(String factor, String targets, String... options) throws IOException {
        if (Files.exists(classes)) {
            try (Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Map<String, String> texts = Map.of("Ops", OPS.replace("FACTOR", factor));
        assertThat(KernelCompiler.compile(
                        MachineTargets.processor(Targets.ALL), classes, texts, targets, List.of(options)))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
    }

    private Path resource(String name) {
        return classes.resolve("META-INF/graphkernel/fixed.Ops").resolve(name);
    }

    private static void flip(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[content.length - 2] ^= 1;
        Files.write(file, content);
    }

    /** Calls the kernel in this process, with a class loader of its own. */
    private String called() throws IOException, ReflectiveOperationException {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            return FixProgram.call(loader.loadClass("fixed.OpsKernels"), "scaled");
        } catch (io.graphkernel.runtime.exception.GraphKernelException e) {
            return e.getMessage();
        }
    }

    private String inProcess(String method, String classPath, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(TargetProcess.SHORT_LIVED);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(
                Arrays.stream(options).filter(option -> option.startsWith("-")).toList());
        command.addAll(List.of("-cp", classes + File.pathSeparator + classPath, FixProgram.class.getName(), method));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("GRAPHKERNEL_DEVICE"));
        for (String option : options) {
            if (!option.startsWith("-")) {
                builder.environment().put(option.split("=")[0], option.split("=")[1]);
            }
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.strip();
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private static String part(String message, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(message.substring(message.indexOf("\nfix: ")));
        assertThat(matcher.find()).as(message).isTrue();
        return matcher.group(1);
    }

    @FunctionalInterface
    private interface Damage {
        void apply() throws IOException;
    }

    private void requireMendedByCleanCompile(RuntimeProblem problem, Damage damage)
            throws IOException, ReflectiveOperationException {
        damage.apply();
        assertThat(called()).startsWith("[" + problem.id() + "]").contains("mvn clean compile");
        cleanCompile("cpu,jvm");
        assertThat(called()).isEqualTo(SCALED);
    }

    @Test
    @AppliedFix({
        RuntimeProblem.MANIFEST_MISSING,
        RuntimeProblem.MANIFEST_DAMAGED,
        RuntimeProblem.LIBRARY_MISSING,
        RuntimeProblem.LIBRARY_DAMAGED,
        RuntimeProblem.CONSTANTS_MISSING,
        RuntimeProblem.CONSTANTS_DAMAGED,
        RuntimeProblem.ANOTHER_BUILD
    })
    void damagedClasses_areFixedByCleanCompile() throws IOException, ReflectiveOperationException {
        cleanCompile("cpu,jvm");
        Path library = resource(PlatformNames.current());
        requireMendedByCleanCompile(
                RuntimeProblem.MANIFEST_MISSING, () -> Files.delete(resource("manifest.properties")));
        requireMendedByCleanCompile(RuntimeProblem.MANIFEST_DAMAGED, () -> flip(resource("manifest.properties")));
        requireMendedByCleanCompile(RuntimeProblem.LIBRARY_MISSING, () -> Files.delete(onlyFile(library)));
        requireMendedByCleanCompile(RuntimeProblem.LIBRARY_DAMAGED, () -> flip(onlyFile(library)));
        Path constants = classes.resolve("fixed/Ops.gkc");
        requireMendedByCleanCompile(RuntimeProblem.CONSTANTS_MISSING, () -> Files.delete(constants));
        requireMendedByCleanCompile(RuntimeProblem.CONSTANTS_DAMAGED, () -> flip(constants));
        requireMendedByCleanCompile(RuntimeProblem.ANOTHER_BUILD, () -> {
            byte[] stub = Files.readAllBytes(classes.resolve("fixed/OpsKernels.class"));
            cleanCompileWith("2", "cpu,jvm");
            Files.write(classes.resolve("fixed/OpsKernels.class"), stub);
        });
    }

    private static Path onlyFile(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findFirst().orElseThrow();
        }
    }

    @Test
    @AppliedFix({RuntimeProblem.PLATFORM_MISSING, RuntimeProblem.TARGET_MISSING})
    void classForOtherTargets_isFixedByTheNamedOptions() throws IOException, InterruptedException {
        cleanCompile("jvm");
        String message = inProcess("scaled", classPath(), "-Dgraphkernel.device=cpu");
        assertThat(message).startsWith("[GK-6114]");
        String other = PlatformNames.current().equals("linux-arm64") ? "linux-x86_64" : "linux-arm64";
        String targets = part(message, "add (\\S+) to -Agraphkernel.targets");
        cleanCompile("jvm," + targets, "-Agraphkernel.platforms=" + other);
        message = inProcess("scaled", classPath(), "-Dgraphkernel.device=cpu");
        assertThat(message).startsWith("[GK-6103]");
        String platform = part(message, "add (\\S+) to -Agraphkernel.platforms");
        cleanCompile("jvm," + targets, "-Agraphkernel.platforms=" + other + "," + platform);
        assertThat(inProcess("scaled", classPath(), "-Dgraphkernel.device=cpu")).isEqualTo(SCALED);
    }

    @Test
    @AppliedFix({RuntimeProblem.ONEDNN_MISSING})
    void missingOneDnn_isFixedByVariableOrDependency() throws IOException, InterruptedException {
        cleanCompile("cpu,jvm");
        String without = Arrays.stream(classPath().split(File.pathSeparator))
                .filter(entry -> !entry.contains("dnnl"))
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(inProcess("product", without)).isEqualTo(PRODUCT);
        String message = inProcess("convolved", without);
        assertThat(message).startsWith("[GK-6115]");
        String artifact = part(message, "add org.bytedeco:([a-z]+)-platform:");
        assertThat(inProcess("convolved", without, part(message, "run with (GRAPHKERNEL_DEVICE=\\S+)")))
                .isEqualTo(CONVOLVED);
        assertThat(artifact).isEqualTo("dnnl");
        assertThat(inProcess("convolved", classPath())).isEqualTo(CONVOLVED);
    }

    @Test
    @AppliedFix({RuntimeProblem.DIRECTORY_UNSAFE, RuntimeProblem.JAVACPP_CACHE_UNSAFE})
    void unsafeDirectory_isFixedByCommandOrProperty() throws IOException, InterruptedException {
        cleanCompile("cpu,jvm");
        Path open = Files.createDirectory(directory.resolve("open"));
        Path own = directory.resolve("own");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        String message = inProcess("scaled", classPath(), "-Dorg.bytedeco.javacpp.cachedir=" + open);
        assertThat(message).startsWith("[GK-6141]");
        assertThat(inProcess(
                        "scaled",
                        classPath(),
                        part(message, "(-Dorg\\.bytedeco\\.javacpp\\.cachedir=)") + own,
                        part(message, "(-Dgraphkernel\\.native\\.dir=)") + own))
                .isEqualTo(SCALED);
        message = inProcess(
                "scaled",
                classPath(),
                "-Dgraphkernel.native.dir=" + open,
                "-Dorg.bytedeco.javacpp.cachedir=" + directory.resolve("cache"));
        assertThat(message).startsWith("[GK-6140]");
        assertThat(inProcess("scaled", classPath(), part(message, "(-Dgraphkernel\\.native\\.dir=)") + own))
                .isEqualTo(SCALED);
        Process command = new ProcessBuilder("sh", "-c", part(message, "(ch(?:mod|own) [^;]+)")).start();
        assertThat(command.waitFor()).isZero();
        assertThat(inProcess("scaled", classPath(), "-Dgraphkernel.native.dir=" + open))
                .isEqualTo(SCALED);
    }

    @Test
    @AppliedFix({RuntimeProblem.OUT_OF_MEMORY, RuntimeProblem.PHYSICAL_MEMORY})
    void memoryLimit_isFixedByTheNamedProperty() throws IOException, InterruptedException {
        cleanCompile("cpu,jvm");
        String message = inProcess("scaled", classPath(), "-Dorg.bytedeco.javacpp.maxBytes=40");
        assertThat(message).startsWith("[GK-6060]");
        String property = part(message, "(-Dorg\\.bytedeco\\.javacpp\\.\\w+=)");
        assertThat(inProcess("scaled", classPath(), property + "64m")).isEqualTo(SCALED);
        message = inProcess("scaled", classPath(), "-Dorg.bytedeco.javacpp.maxPhysicalBytes=40");
        assertThat(message).startsWith("[GK-6083]");
        property = part(message, "(-Dorg\\.bytedeco\\.javacpp\\.\\w+=)");
        assertThat(inProcess("scaled", classPath(), property + "2g")).isEqualTo(SCALED);
    }

    @Test
    @AppliedFix({RuntimeProblem.DEVICE_TARGET_MISSING})
    void deviceWithoutKernels_isFixedByTheNamedOption() throws IOException, InterruptedException {
        org.assertj.core.api.Assumptions.assumeThat(io.graphkernel.conformance.OpenClDevice.find())
                .isPresent();
        cleanCompile("cpu,jvm");
        String message = inProcess("scaled", classPath(), "-Dgraphkernel.device=opencl:0");
        assertThat(message).startsWith("[GK-6116]");
        cleanCompile("cpu,jvm," + part(message, "add (\\S+) to -Agraphkernel.targets"));
        assertThat(inProcess("scaled", classPath(), "-Dgraphkernel.device=opencl:0"))
                .isEqualTo(SCALED);
    }

    @Test
    @AppliedFix({RuntimeProblem.INSTRUCTION_SET_MISSING})
    void machineOfALowerInstructionSet_isFixedByTheNamedOption() throws IOException, InterruptedException {
        org.assertj.core.api.Assumptions.assumeThat(PlatformNames.current()).endsWith("-x86_64");
        String option = "-Agraphkernel.instructionSets=";
        cleanCompile("cpu", option + "v3");
        String message = inProcess("scaled", classPath(), "-Dgraphkernel.isa=v2");
        assertThat(message)
                .startsWith("[GK-6143]")
                .contains(
                        "fixed.Ops has CPU kernels for v3 alone\nbecause: graphkernel.isa or GRAPHKERNEL_ISA restricts");
        assertThat(message).contains("fix: leave out the setting, or compile it with " + option);
        assertThat(inProcess("scaled", classPath())).isEqualTo(SCALED);
        cleanCompile("cpu", part(message, "(" + option + "\\w+)"));
        // Machines of higher instruction sets run them, too.
        assertThat(inProcess("scaled", classPath())).isEqualTo(SCALED);
        assertThat(inProcess("scaled", classPath(), "-Dgraphkernel.isa=v2")).isEqualTo(SCALED);
    }

    @Test
    void messageWithACommand_isAppliedHereOrHasAReason() {
        Object[] arguments = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
        Set<RuntimeProblem> commands = Arrays.stream(RuntimeProblem.values())
                .filter(problem ->
                        COMMAND.matcher(fix(problem.message(arguments))).find())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(RuntimeProblem.class)));
        Set<RuntimeProblem> applied = Arrays.stream(FixTextsTest.class.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(AppliedFix.class))
                .flatMap(method ->
                        Arrays.stream(method.getAnnotation(AppliedFix.class).value()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(RuntimeProblem.class)));
        Set<RuntimeProblem> elsewhere = ELSEWHERE.values().stream()
                .flatMap(Set::stream)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(RuntimeProblem.class)));
        assertThat(elsewhere).doesNotContainAnyElementsOf(applied);
        Set<RuntimeProblem> known = EnumSet.copyOf(applied);
        known.addAll(elsewhere);
        assertThat(known).containsAll(commands);
        assertThat(commands).containsAll(elsewhere);
    }

    private static String fix(String message) {
        return message.substring(message.indexOf("\nfix: "));
    }
}
