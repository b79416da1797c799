package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.FusionSwitch;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.reference.DocumentedFusions;
import io.graphkernel.processor.reference.DocumentedFusions.Documented;
import io.graphkernel.processor.report.PassLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No name of the documents without a pass, its switches, its tests, its documentation and its lines in the log. */
class DocumentedFusionsTest {

    private static final int FEWEST_NEAR_MISSES = 10;
    private static final String NEAR_MISSES = "near_misses.gk";
    private static final Path TESTS = Path.of("src/test/java/io/graphkernel/processor/pass");

    static Stream<Documented> passes() {
        return DocumentedFusions.all().stream();
    }

    @Test
    void everyNameHasAPass() {
        assertThat(DocumentedFusions.all())
                .isNotEmpty()
                .allMatch(documented -> documented.pass().isPresent());
    }

    @ParameterizedTest
    @MethodSource("passes")
    void everyNameIsSwitchable(Documented documented) {
        boolean always = documented.pass().orElseThrow().level() == 0;
        assertThat(PassPipeline.vocabulary().names().get(Flag.DISABLE_PASS).known())
                .matches(known -> known.contains(documented.name()) != always);
        assertThat(PassPipeline.vocabulary().switches())
                .filteredOn(known -> known.name().equals(documented.name()))
                .singleElement()
                .satisfies(known -> assertThat(known.passes()).containsExactly(documented.name()))
                .extracting(FusionSwitch::reason)
                .matches(reason -> reason.isPresent() == always);
    }

    @ParameterizedTest
    @MethodSource("passes")
    void everyNameHasTests(Documented documented) {
        String test = documented.pass().orElseThrow().getClass().getSimpleName() + "Test.java";
        assertThat(Path.of(System.getProperty("basedir", "")).resolve(TESTS)).satisfies(directory -> {
            try (Stream<Path> files = Files.walk(directory)) {
                assertThat(files.map(Path::getFileName)).contains(Path.of(test));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        List<Path> cases = PassCases.of(documented.name());
        assertThat(cases).as("a case that changes").anyMatch(PassCases::changes);
        assertThat(cases)
                .as(NEAR_MISSES)
                .filteredOn(file -> file.getFileName().toString().equals(NEAR_MISSES))
                .singleElement()
                .matches(file -> !PassCases.changes(file), "stays as it is")
                .satisfies(file ->
                        assertThat(PassCases.before(file).outputs()).hasSizeGreaterThanOrEqualTo(FEWEST_NEAR_MISSES));
    }

    @ParameterizedTest
    @MethodSource("passes")
    void everyNameIsDocumented(Documented documented) {
        GraphPass pass = documented.pass().orElseThrow();
        PassDocument document = pass.document();
        assertThat(document.form()).isNotBlank();
        assertThat(document.condition()).endsWith(".");
        boolean isOn = pass.level() > 0 && pass.runsBy(Flags.DEFAULT);
        assertThat(document.standing().isEmpty())
                .as("says why it is not just on")
                .isEqualTo(isOn);
    }

    /** The lines that the documents tell users to search for. */
    @ParameterizedTest
    @MethodSource("passes")
    void everyNameIsLogged(Documented documented) {
        String more = documented.pass().orElseThrow().level() == 0 ? "" : "--enable_pass=" + documented.name();
        assertThat(PassCases.of(documented.name()).stream().filter(PassCases::changes))
                .as("logs of the cases")
                .anySatisfy(file -> {
                    Flags flags = PassCases.flags(file, more);
                    PassPipeline.Result result = new PassPipeline(flags).run(PassCases.before(file));
                    List<String> log = PassLog.lines(flags, result).stream()
                            .map(PassLog.Line::text)
                            .toList();
                    String pass = "graph kernel pass stage\\d_\\w+_\\d+_" + documented.name();
                    assertThat(log)
                            .anyMatch(line -> line.matches(pass + " is enabled\\."))
                            .anyMatch(line -> line.matches("Run " + pass + " in \\d+\\.\\d\\d us"))
                            .anyMatch(line -> line.matches(pass + " changed\\."));
                });
    }
}
