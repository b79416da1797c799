package io.graphkernel.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.ascend.EmulatedBisheng;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The ways from a source to a kernel on an Ascend device, by what a machine has of CANN. */
@Tag("slow")
@Tag("process")
@Tag("emulated")
class AscendCompilationTest {

    private static final Path PROGRAMS = Path.of("src/test/resources/ascend");

    private static final String RIGHT = "all are 6: true";

    private static final String TOOLKIT = "ASCEND_HOME_PATH";

    /** Symbols of the compiler, which AscendCL of toolkits before 8.3 lacks. */
    private static final List<String> COMPILER = List.of(
            "aclrtcCreateProg",
            "aclrtcCompileProg",
            "aclrtcGetCompileLogSize",
            "aclrtcGetCompileLog",
            "aclrtcGetBinDataSize",
            "aclrtcGetBinData",
            "aclrtcDestroyProg");

    /** Further symbols that toolkit 8.1 lacks. */
    private static final List<String> NEWER = List.of(
            "aclrtBinaryLoadFromData",
            "aclrtLaunchKernelWithHostArgs",
            "aclmdlRICaptureBegin",
            "aclmdlRICaptureEnd",
            "aclmdlRIExecuteAsync",
            "aclmdlRIDestroy");

    @TempDir
    Path directory;

    @BeforeEach
    void needsTheEmulation() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
    }

    /** Nothing of CANN is needed to compile; a call says what is missing, and where it comes from. */
    @Test
    void kernels_compile_withoutCann() throws IOException, InterruptedException {
        compile("Ways");
        assertThat(directory.resolve("META-INF/graphkernel/Ways/ascend/kernels.asc"))
                .content()
                .contains("AscendC::Muls(");
        assertThat(directory.resolve("report/Ways/kernels.asc")).content().contains("AscendC::Muls(");
        assertThat(directory.resolve("report/Ways/report.json"))
                .content()
                .contains(
                        "\"name\":\"unified buffer\",\"value\":\"188160 bytes\"",
                        "\"name\":\"bound by\",\"value\":\"memory, by an estimate\"");

        assertThat(ways("2201", Path.of("libascendcl.so"), Map.of()))
                .startsWith(
                        "[GK-6022] device is not available: ascend:0: AscendCL of CANN cannot be loaded: libascendcl.so")
                .contains("install CANN with its toolkit, and source its set_env.sh before the program starts");
    }

    /** Without AscendCL's compiler by the one of the toolkit; a later process takes what is kept, without any. */
    @Test
    void kernels_compile_withTheToolkit() throws IOException, InterruptedException {
        compile("Ways");
        Path toolkit = directory.resolve("toolkit");
        Path program = EmulatedBisheng.in(toolkit, EmulatedBisheng.Age.NEW);
        Path library = EmulatedAscend.without(directory, COMPILER);
        String kept = "graphkernel.native.dir=" + directory.resolve("kept");

        assertThat(ways("2201", library, Map.of(TOOLKIT, toolkit.toString()), kept))
                .isEqualTo(RIGHT);

        // It may say its version, and nothing else.
        Files.writeString(program, "#!/bin/sh\necho emulated bisheng\n");
        assertThat(ways("2201", library, Map.of("PATH", program.getParent().toString()), kept))
                .isEqualTo(RIGHT);
        assertThat(ways("3510", library, Map.of("PATH", program.getParent().toString()), kept))
                .startsWith(
                        "[GK-6711] bisheng failed to compile the kernel: META-INF/graphkernel/Ways/ascend/kernels.asc for Ascend950PR_9589:")
                .contains(program + ", the compiler of the CANN toolkit, rejected the program or does not run");
    }

    /** With the functions and the options of 8.1. */
    @Test
    void kernels_run_onAnOldToolkit() throws IOException, InterruptedException {
        compile("Steps");
        Path toolkit = directory.resolve("toolkit");
        EmulatedBisheng.in(toolkit, EmulatedBisheng.Age.OLD);
        List<String> missing = Stream.concat(COMPILER.stream(), NEWER.stream()).toList();

        new TargetProcess(directory, "Steps", "aclmdlRICaptureBegin")
                .onEmulatedAscend(EmulatedAscend.without(directory, missing), Map.of(TOOLKIT, toolkit.toString()));
    }

    /** Binaries of the jar run on a machine without a compiler; other chips need one. */
    @Test
    void binaries_ofTheJar_run() throws IOException, InterruptedException {
        Path toolkit = directory.resolve("toolkit");
        EmulatedBisheng.in(toolkit, EmulatedBisheng.Age.NEW);
        javac("Ways", Map.of(TOOLKIT, toolkit.toString()), "-Agraphkernel.binaries=2201");
        Path kernels = directory.resolve("META-INF/graphkernel/Ways");
        assertThat(kernels.resolve("ascend-2201/kernels.bin")).exists();
        assertThat(kernels.resolve("ascend/kernels.asc")).content().doesNotContain("known_answer");
        Path library = EmulatedAscend.without(directory, COMPILER);

        assertThat(ways("2201", library, Map.of())).isEqualTo(RIGHT);
        assertThat(ways("3510", library, Map.of()))
                .startsWith(
                        "[GK-6710] Ascend C compiler not found: META-INF/graphkernel/Ways/ascend/kernels.asc cannot be compiled for Ascend950PR_9589")
                .contains(
                        "has no function aclrtcCreateProg",
                        "bisheng is neither on the path nor in a toolkit",
                        "-Agraphkernel.binaries=3510");

        // As if another toolkit had built it.
        Path manifest = kernels.resolve("manifest.properties");
        Path binary = kernels.resolve("ascend-2201/kernels.bin");
        String hash = hash(binary);
        Files.write(binary, new byte[100]);
        String manifestHash = hash(manifest);
        Files.writeString(manifest, Files.readString(manifest).replace(hash, hash(binary)));
        replaceInClasses(manifestHash, hash(manifest));
        assertThat(ways("2201", EmulatedAscend.library(), EmulatedAscend.environment()))
                .contains("has a binary for Ascend910B2, which AscendCL does not take")
                .endsWith(RIGHT);
    }

    /** Replaces a constant of the classes, here the hash of the manifest, by one of the same length. */
    private void replaceInClasses(String old, String replacement) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String bytes = Files.readString(file, ISO_8859_1);
                Files.writeString(file, bytes.replace(old, replacement), ISO_8859_1);
            }
        }
    }

    /** The toolkit compiles for it, or has done so, and AscendCL never does. */
    @ParameterizedTest
    @EnumSource
    void kernels_compile_forThe310P(EmulatedBisheng.Age age) throws IOException, InterruptedException {
        compile("Ways");
        assertThat(ways("2002", EmulatedAscend.library(), EmulatedAscend.environment()))
                .startsWith(
                        "[GK-6710] Ascend C compiler not found: META-INF/graphkernel/Ways/ascend/kernels.asc cannot be compiled for Ascend310P3")
                .contains("AscendCL has no compiler for this chip", "-Agraphkernel.binaries=2002");

        Map<String, String> toolkit =
                Map.of(TOOLKIT, directory.resolve("toolkit").toString());
        EmulatedBisheng.in(directory.resolve("toolkit"), age);
        assertThat(ways("2002", EmulatedAscend.library(), toolkit)).isEqualTo(RIGHT);

        javac("Ways", toolkit, "-Agraphkernel.binaries=2002");
        assertThat(ways("2002", EmulatedAscend.library(), Map.of())).isEqualTo(RIGHT);
    }

    /** Ops without an instruction on this chip, also on values that are not in memory. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            floor(x)                               | Floor | the 310P has no instruction that rounds floats to floats
            cast(cast(x, DType.BF16), DType.F32)   | Cast  | the 310P has no bf16
            cast(cast(x, DType.I64), DType.F32)    | Cast  | the 310P has no instruction that converts f32 to i64 towards zero
            """)
    void ops_unsupportedByThe310P_areNamed(String value, String op, String reason)
            throws IOException, InterruptedException {
        String source = source("Ways").replace("mul(x, 3)", "mul(" + value + ", 3)");
        assertThat(KernelCompiler.compile(directory, Map.of("Ways", source), "jvm,ascend"))
                .filteredOn(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
        assertThat(ways("2002", EmulatedAscend.library(), EmulatedAscend.environment()))
                .startsWith(
                        "[GK-6712] op is not supported on the device of the tensors: Ways has no kernels for ascend:0")
                .contains("in tripled, " + op + " at Ways.java:18: " + reason);
        assertThat(ways("2201", EmulatedAscend.library(), EmulatedAscend.environment()))
                .isEqualTo(RIGHT);
    }

    /** Asked for where possible, a class has none: calls there say why. */
    @Test
    void classWithoutKernels_hasAReason() throws IOException, InterruptedException {
        String source = source("Ways").replace("mul(x, 3)", "mod(x, x)");
        assertThat(KernelCompiler.compile(directory, Map.of("Ways", source), "jvm,ascend?"))
                .filteredOn(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
        assertThat(ways("2201", EmulatedAscend.library(), EmulatedAscend.environment()))
                .startsWith(
                        "[GK-6712] op is not supported on the device of the tensors: Ways has no kernels for ascend:0")
                .contains("in tripled, Mod at Ways.java:18: it has no expansion into vector instructions for f32");
    }

    private static String hash(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String ways(String chip, Path library, Map<String, String> environment, String... properties)
            throws IOException, InterruptedException {
        return new TargetProcess(directory, "Ways", chip)
                .onEmulatedAscend(library, environment, properties)
                .strip();
    }

    private void compile(String program) throws IOException {
        assertThat(KernelCompiler.compile(directory, Map.of(program, source(program)), "ascend"))
                .filteredOn(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
    }

    private static String source(String program) throws IOException {
        return Files.readString(PROGRAMS.resolve(program + ".java"));
    }

    /** In a separate process, which has the environment. */
    private void javac(String program, Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        TargetProcess.SHORT_LIVED.forEach(option -> command.add("-J" + option));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                "-processor",
                "io.graphkernel.processor.GraphKernelProcessor",
                "-Agraphkernel.targets=ascend",
                "-Agraphkernel.cacheDir=" + directory.resolve("cache"),
                "-Agraphkernel.reportDir=" + directory.resolve("report")));
        command.addAll(List.of(options));
        command.add(PROGRAMS.resolve(program + ".java").toString());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
