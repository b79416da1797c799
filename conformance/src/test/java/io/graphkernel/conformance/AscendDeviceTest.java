package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs on an Ascend device beyond kernel calls: numbers, views, updates in place, streams, and rejected calls. */
@Tag("process")
@Tag("emulated")
class AscendDeviceTest {

    private static final Path PROGRAMS = Path.of("src/test/resources/ascend");

    /** Instructions, whose faults are of a line of the Java file where they are not in functions at the head. */
    private static final Pattern INSTRUCTION = Pattern.compile("^ *AscendC::[A-Z]\\w*\\(");

    @TempDir
    Path directory;

    @Test
    void device_behavesLikeOthers() throws IOException, InterruptedException {
        runs("Steps");

        // As in toolkits before 8.5.
        List<String> newer = List.of("aclrtBinaryLoadFromData", "aclrtLaunchKernelWithHostArgs");
        new TargetProcess(directory, "Steps").onEmulatedAscend(EmulatedAscend.without(directory, newer));

        Path source = directory.resolve("META-INF/graphkernel/Steps/ascend/kernels.asc");
        String text = Files.readString(source);
        assertThat(text.substring(text.indexOf("extern \"C\"")).lines())
                .filteredOn(line -> INSTRUCTION.matcher(line).find())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).matches(".*; // Steps\\.java:\\d+"));
    }

    @Test
    void launchGraph_replaysKernelsAndLibraryCalls() throws IOException, InterruptedException {
        runs("Captured");
    }

    @Test
    @Tag("slow")
    void profile_hasDeviceTimes() throws IOException, InterruptedException {
        compile("Recorded", Files.readString(PROGRAMS.resolve("Recorded.java")));
        Path trace = directory.resolve("trace.json");

        new TargetProcess(directory, "Recorded")
                .onEmulatedAscend(EmulatedAscend.library(), EmulatedAscend.environment(), "graphkernel.trace=" + trace);

        assertThat(trace).content().contains("doubled_0", "ascend:0 stream 0");
    }

    static List<String> dtypesOfTraffic() {
        return TestTier.isExhaustive() ? List.of("f32", "f16") : List.of("f32");
    }

    @ParameterizedTest
    @MethodSource("dtypesOfTraffic")
    @Tag("slow")
    @Tag("sampled")
    void kernels_moveEachByteOnce(String dtype) throws IOException, InterruptedException {
        String text = Files.readString(PROGRAMS.resolve("Traffic.java"))
                .replace("f32[", dtype + "[")
                .replace("(DType.F32,", "(DType." + dtype.toUpperCase(Locale.ROOT) + ",")
                .replace("DType.F32 ==", "DType." + dtype.toUpperCase(Locale.ROOT) + " ==")
                .replace("\"DType.F32,", '"' + dtype + ',');
        runs("Traffic", text);
    }

    @Test
    @Tag("slow")
    void kernels_waitOnlyWhereNecessary() throws IOException, InterruptedException {
        runs("Barriers");
    }

    @Test
    @Tag("slow")
    void rowKernels_supportAllLengths() throws IOException, InterruptedException {
        runs("Rows");
    }

    @Test
    void matmuls_callTheLibrary() throws IOException, InterruptedException {
        runs("Products");
    }

    @Test
    void ops_missingInTheLibrary_areNamed() throws IOException, InterruptedException {
        String function = "aclnnMatmulGetWorkspaceSize";
        String message = "[GK-6704] aclnn function not found: " + function + " for ascend:0: aclnn is older";
        compile("Lacking", Files.readString(PROGRAMS.resolve("Lacking.java")));

        new TargetProcess(directory, "Lacking", message)
                .onEmulatedAscend(EmulatedAscend.without(directory, List.of(function)));
    }

    @Test
    @Tag("slow")
    void dynamicShapes_areSupported() throws IOException, InterruptedException {
        runs("Shapes");
    }

    @Test
    @Tag("slow")
    void reductions_ofAllAndMiddleAxes_areRight() throws IOException, InterruptedException {
        runs("Reductions");
    }

    @Test
    @Tag("slow")
    void movements_areRight() throws IOException, InterruptedException {
        runs("Moves");
    }

    @Test
    @Tag("slow")
    void gather_byComputedIndices_isRight() throws IOException, InterruptedException {
        runs("Indices");
    }

    @Test
    @Tag("slow")
    void gatherGradients_areRight() throws IOException, InterruptedException {
        runs("Slices");
    }

    @Test
    @Tag("slow")
    void columnReductions_areRight() throws IOException, InterruptedException {
        runs("Scans");
    }

    /** It gives a number for which another one is right, or leaves what was there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | element 0 is 1.0000001, expected 1.0
            2 | element 0 is 0.0, expected 1.0
            """)
    @Tag("slow")
    void brokenDevice_isNotUsed(String how, String message) throws IOException, InterruptedException {
        runs("Broken", Files.readString(PROGRAMS.resolve("Broken.java")), how, message);
    }

    private void runs(String program) throws IOException, InterruptedException {
        runs(program, Files.readString(PROGRAMS.resolve(program + ".java")));
    }

    private void runs(String program, String source, String... arguments) throws IOException, InterruptedException {
        compile(program, source);

        new TargetProcess(directory, program, arguments).onEmulatedAscend();
    }

    private void compile(String program, String source) {
        assertThat(KernelCompiler.compile(directory, Map.of(program, source), "ascend"))
                .filteredOn(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
    }
}
