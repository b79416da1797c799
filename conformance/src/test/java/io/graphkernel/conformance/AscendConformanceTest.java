package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ops and updates in place on the model of Ascend's vector cores, by way of an emulated AscendCL. A file for elementwise kernels,
 * one for reductions, scans and norms, one for movements and one for library calls list what has kernels, and what has none for which reason.
 */
class AscendConformanceTest {

    private static final Path LISTS = Path.of("src/test/resources/ascend");

    /** The beginning of lines with what is refused, and why. */
    private static final String REFUSED = "not ";

    /** One of so many ops is tried on the 310P, which has the same kernels but for copies and some instructions. */
    private static final int OPS_ON_310P = 5;

    @TempDir
    Path directory;

    /** Runs a program on an emulated chip. */
    private interface Chip {
        String run(TargetProcess program) throws IOException, InterruptedException;
    }

    /**
     * The long profile tries all cases, so that none is missing in the list; so does {@code golden.update}, which writes it. The
     * profile has more forms of them, all of which have to run or to be refused for one of the same reasons.
     */
    @ParameterizedTest
    @ValueSource(strings = {"elements", "rows", "movements", "library"})
    void agreesWithTheDefinitions(String kind) throws IOException, InterruptedException {
        agrees(kind, kind + ".txt", 1, TargetProcess::onEmulatedAscend);
    }

    /** It has fewer instructions, and copies of whole blocks alone. */
    @ParameterizedTest
    @ValueSource(strings = {"elements", "rows", "movements", "library"})
    void agreesOnThe310P(String kind) throws IOException, InterruptedException {
        agrees(kind, kind + "-310P.txt", OPS_ON_310P, program -> program.onEmulated310P(directory));
    }

    private static void agrees(String kind, String file, int ops, Chip chip) throws IOException, InterruptedException {
        boolean updates = Boolean.getBoolean("golden.update");
        Path list = LISTS.resolve(file);
        List<String> all = updates ? List.of() : Files.readAllLines(list);
        List<String> tried = Scope.isExhaustive() ? all : oneOfEachOp(all, ops);
        Stream<String> named = updates || Scope.isExhaustive() ? Stream.of() : tried.stream();

        String output = chip.run(new TargetProcess(
                KernelClasses.target(),
                AscendProgram.class,
                Stream.concat(Stream.of(kind), named).toArray(String[]::new)));

        if (updates) {
            Files.writeString(list, output);
        } else if (Scope.isExhaustive()) {
            assertThat(runs(output.lines())).containsAll(runs(all.stream()).toList());
            assertThat(reasons(output.lines()))
                    .containsExactlyElementsOf(reasons(all.stream()).toList());
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

    /** Of every so many ops one, each with another one of its cases, which differ by dtype. */
    private static List<String> oneOfEachOp(List<String> all, int ops) {
        List<String> printed =
                all.stream().filter(line -> !line.startsWith(REFUSED)).toList();
        List<String> chosen =
                List.copyOf(Cases.part(printed, line -> line.substring(0, line.indexOf('_')), printed.size()));
        Set<String> tried = IntStream.range(0, chosen.size())
                .filter(i -> i % ops == 0)
                .mapToObj(chosen::get)
                .collect(Collectors.toSet());
        return all.stream().filter(tried::contains).toList();
    }
}
