package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ops and updates in place on the model of Ascend's vector cores, by way of an emulated AscendCL. A file for elementwise kernels and
 * one for those over rows list what has kernels.
 */
class AscendConformanceTest {

    private static final Path LISTS = Path.of("src/test/resources/ascend");

    /** Dtypes are computed with in four ways; the others differ in conversions. */
    private static final Pattern ELEMENTS = Pattern.compile(
            ".*_(f32|i32|bool)(_.*)?|(add|mul|div|floorMod|less|select)_(i8|f16)|cast_.*_to_(i8|bf16|bool)");

    /** Of the cases over rows, one of so many is tried at each build: they differ by dtype, one after the other. */
    private static final int CASES_OF_ROWS = 4;

    /** The long profile tries all cases, so that none is missing in the list; so does {@code golden.update}, which writes it. */
    @ParameterizedTest
    @CsvSource({"elements, 1", "rows, " + CASES_OF_ROWS})
    void agreesWithTheDefinitions(String kind, int step) throws IOException, InterruptedException {
        boolean updates = Boolean.getBoolean("golden.update");
        Path list = LISTS.resolve(kind + ".txt");
        List<String> all = updates ? List.of() : Files.readAllLines(list);
        List<String> tried = Scope.isExhaustive()
                ? all
                : IntStream.range(0, all.size())
                        .filter(i -> i % step == 0)
                        .mapToObj(all::get)
                        .filter(name -> !kind.equals("elements")
                                || ELEMENTS.matcher(name).matches())
                        .toList();
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
}
