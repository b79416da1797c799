package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conformance of ops and updates in place on the model of Ascend's vector cores, through an emulated AscendCL. Files for
 * elementwise kernels, for reductions, scans and norms, for movements and for library calls list the supported ops, and the
 * unsupported ones with their reason.
 */
@Tag("process")
@Tag("emulated")
class AscendConformanceTest {

    private static final Path LISTS = Path.of("src/test/resources/ascend");

    /** The beginning of lines with what is rejected, and why. */
    private static final String REFUSED = "not ";

    /** Sampling stride of ops on the 310P, which has the same kernels except for copies and some instructions. */
    private static final int OPS_ON_310P = 60;

    /** Sampling stride of ops on the 910B. */
    private static final int OPS_ON_910B = TestTier.isFast() ? 20 : 5;

    @TempDir
    Path directory;

    /** Runs a program on an emulated chip. */
    private interface Chip {
        String run(TargetProcess program) throws IOException, InterruptedException;
    }

    /**
     * The exhaustive tier tries all cases, so that none is missing in the list; so does {@code golden.update}, which writes it. The
     * tier has more forms of them, all of which have to run or to be rejected for one of the same reasons.
     */
    @ParameterizedTest
    @MethodSource("kinds")
    @Tag("sampled")
    void ascendKernels_matchDefinitions(String kind) throws IOException, InterruptedException {
        agrees(kind, kind + ".txt", OPS_ON_910B, TargetProcess::onEmulatedAscend);
    }

    /** Returns the lists of the tier: {@link AscendDeviceTest} has elementwise kernels and products in the fast one. */
    static List<String> kinds() {
        return TestTier.isFast() && !Boolean.getBoolean("golden.update")
                ? List.of("rows", "movements")
                : List.of("elements", "rows", "movements", "library");
    }

    /** It has fewer instructions, and copies of whole blocks alone. */
    @ParameterizedTest
    @ValueSource(strings = {"elements", "rows", "movements", "library"})
    @Tag("slow")
    @Tag("sampled")
    void kernelsFor310P_matchDefinitions(String kind) throws IOException, InterruptedException {
        agrees(kind, kind + "-310P.txt", OPS_ON_310P, program -> program.onEmulated310P(directory));
    }

    private static void agrees(String kind, String file, int ops, Chip chip) throws IOException, InterruptedException {
        boolean updates = Boolean.getBoolean("golden.update");
        Path list = LISTS.resolve(file);
        List<String> lines = updates ? List.of() : Files.readAllLines(list);
        List<String> tried = TestTier.isExhaustive() ? lines : oneOfEachOp(lines, ops);
        Stream<String> named = updates || TestTier.isExhaustive() ? Stream.of() : tried.stream();

        String output = chip.run(new TargetProcess(
                KernelClasses.target(),
                AscendProgram.class,
                Stream.concat(Stream.of(kind), named).toArray(String[]::new)));

        if (updates) {
            Files.writeString(list, output);
        } else if (TestTier.isExhaustive()) {
            assertThat(runs(output.lines())).containsAll(runs(lines.stream()).toList());
            assertThat(reasons(output.lines()))
                    .containsExactlyElementsOf(reasons(lines.stream()).toList());
        } else {
            assertThat(output.lines()).containsExactlyElementsOf(tried);
        }
    }

    private static Stream<String> runs(Stream<String> lines) {
        return lines.filter(line -> !line.startsWith(REFUSED));
    }

    private static Stream<String> reasons(Stream<String> lines) {
        return lines.filter(line -> line.startsWith(REFUSED)).map(line -> line.substring(line.indexOf(": ")));
    }

    /** Returns one case of every n-th op; the cases, which differ by dtype, rotate. */
    private static List<String> oneOfEachOp(List<String> lines, int ops) {
        List<String> printed =
                lines.stream().filter(line -> !line.startsWith(REFUSED)).toList();
        List<String> chosen =
                List.copyOf(Cases.part(printed, line -> line.substring(0, line.indexOf('_')), printed.size()));
        Set<String> tried = IntStream.range(0, chosen.size())
                .filter(i -> i % ops == 0)
                .mapToObj(chosen::get)
                .collect(Collectors.toSet());
        return lines.stream().filter(tried::contains).toList();
    }
}
