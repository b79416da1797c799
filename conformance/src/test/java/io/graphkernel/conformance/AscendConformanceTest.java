package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
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

    /** The long profile tries all cases, so that none is missing in the list; so does {@code golden.update}, which writes it. */
    @ParameterizedTest
    @ValueSource(strings = {"elements", "rows", "movements", "library"})
    void agreesWithTheDefinitions(String kind) throws IOException, InterruptedException {
        boolean updates = Boolean.getBoolean("golden.update");
        Path list = LISTS.resolve(kind + ".txt");
        List<String> all = updates ? List.of() : Files.readAllLines(list);
        List<String> tried = Scope.isExhaustive() ? all : oneOfEachOp(all);
        Stream<String> named = updates || Scope.isExhaustive() ? Stream.of() : tried.stream();

        String output = new TargetProcess(
                        KernelClasses.target(),
                        AscendProgram.class,
                        Stream.concat(Stream.of(kind), named).toArray(String[]::new))
                .onEmulatedAscend();

        if (updates) {
            Files.writeString(list, output);
        } else {
            assertThat(output.lines()).containsExactlyElementsOf(tried);
        }
    }

    /** Each op with another one of its cases, which differ by dtype. */
    private static List<String> oneOfEachOp(List<String> all) {
        List<String> printed =
                all.stream().filter(line -> !line.startsWith(REFUSED)).toList();
        Set<String> chosen = Cases.part(printed, line -> line.substring(0, line.indexOf('_')), printed.size());
        return all.stream().filter(chosen::contains).toList();
    }
}
