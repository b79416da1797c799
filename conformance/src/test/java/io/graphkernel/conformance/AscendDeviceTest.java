package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.conformance.random.KernelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What programs do with an Ascend device besides calling kernels: numbers, views, updates in place, streams, and what is
 * refused.
 */
class AscendDeviceTest {

    private static final Path PROGRAMS = Path.of("src/test/resources/ascend");

    /** Instructions, whose faults are of a line of the Java file where they are not in functions at the head. */
    private static final Pattern INSTRUCTION = Pattern.compile("^ *AscendC::[A-Z]\\w*\\(");

    @TempDir
    Path directory;

    @Test
    void isADeviceAsOthersAre() throws IOException, InterruptedException {
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
    void replaysKernelsAndCallsOfItsLibrary() throws IOException, InterruptedException {
        runs("Captured");
    }

    @Test
    void tellsTimesOfTheDevice() throws IOException, InterruptedException {
        compile("Recorded", Files.readString(PROGRAMS.resolve("Recorded.java")));
        Path trace = directory.resolve("trace.json");

        new TargetProcess(directory, "Recorded")
                .onEmulatedAscend(EmulatedAscend.library(), EmulatedAscend.environment(), "graphkernel.trace=" + trace);

        assertThat(trace).content().contains("doubled_0", "ascend:0 stream 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "f16"})
    void movesEachByteOnce(String dtype) throws IOException, InterruptedException {
        String text = Files.readString(PROGRAMS.resolve("Traffic.java"))
                .replace("f32[", dtype + "[")
                .replace("(DType.F32,", "(DType." + dtype.toUpperCase(Locale.ROOT) + ",")
                .replace("DType.F32 ==", "DType." + dtype.toUpperCase(Locale.ROOT) + " ==")
                .replace("\"DType.F32,", '"' + dtype + ',');
        runs("Traffic", text);
    }

    @Test
    void waitsOnlyWhereItMust() throws IOException, InterruptedException {
        runs("Barriers");
    }

    @Test
    void takesRowsOfAllLengths() throws IOException, InterruptedException {
        runs("Rows");
    }

    @Test
    void multipliesByItsLibrary() throws IOException, InterruptedException {
        runs("Products");
    }

    @Test
    void namesWhatItsLibraryLacks() throws IOException, InterruptedException {
        String function = "aclnnMatmulGetWorkspaceSize";
        String message = "[GK-6704] there is no function " + function + " for ascend:0: aclnn is older";
        compile("Lacking", Files.readString(PROGRAMS.resolve("Lacking.java")));

        new TargetProcess(directory, "Lacking", message)
                .onEmulatedAscend(EmulatedAscend.without(directory, List.of(function)));
    }

    @Test
    void takesShapesThatOnlyTheCallKnows() throws IOException, InterruptedException {
        runs("Shapes");
    }

    @Test
    void reducesAllElementsAndAxesBetweenOthers() throws IOException, InterruptedException {
        runs("Reductions");
    }

    @Test
    void movesElements() throws IOException, InterruptedException {
        runs("Moves");
    }

    @Test
    void gathersByIndicesThatItComputes() throws IOException, InterruptedException {
        runs("Indices");
    }

    @Test
    void addsSlicesByPosition() throws IOException, InterruptedException {
        runs("Slices");
    }

    @Test
    void accumulatesRows() throws IOException, InterruptedException {
        runs("Scans");
    }

    /** It gives a number for which another one is right, or leaves what was there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | element 0 of its self-test is 1.0000001 where 1.0 is right
            2 | element 0 of its self-test is 0.0 where 1.0 is right
            """)
    void aBrokenDeviceIsNotUsed(String how, String message) throws IOException, InterruptedException {
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
