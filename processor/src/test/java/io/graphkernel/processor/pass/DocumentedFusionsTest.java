package io.graphkernel.processor.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.FusionSwitch;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.reference.DocumentedFusions;
import io.graphkernel.processor.report.PassLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every name of the documents has a pass, and that every named fusion has its switches, tests, documentation and log
 * lines.
 */
class DocumentedFusionsTest {

    private static final Path TESTS = Path.of("src/test/java/io/graphkernel/processor/pass");

    static Stream<GraphPass> passes() {
        return PassPipeline.passes().stream().filter(pass -> !pass.document().equals(PassDocument.NONE));
    }

    @Test
    void documentedNames_haveAPass() {
        assertThat(DocumentedFusions.all())
                .isNotEmpty()
                .allMatch(documented -> documented.pass().isPresent());
    }

    @ParameterizedTest
    @MethodSource("passes")
    void documentedNames_areSwitchable(GraphPass pass) {
        boolean always = pass.level() == 0;
        assertThat(PassPipeline.vocabulary().names().get(Flag.DISABLE_PASS).known())
                .matches(known -> known.contains(pass.name()) != always);
        assertThat(PassPipeline.vocabulary().switches())
                .filteredOn(known -> known.name().equals(pass.name()))
                .singleElement()
                .satisfies(known -> assertThat(known.passes()).containsExactly(pass.name()))
                .extracting(FusionSwitch::reason)
                .matches(reason -> reason.isPresent() == always);
    }

    @ParameterizedTest
    @MethodSource("passes")
    void documentedNames_haveTests(GraphPass pass) {
        String test = pass.getClass().getSimpleName() + "Test.java";
        assertThat(Path.of(System.getProperty("basedir", "")).resolve(TESTS)).satisfies(directory -> {
            try (Stream<Path> files = Files.walk(directory)) {
                assertThat(files.map(Path::getFileName)).contains(Path.of(test));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(PassCases.of(pass.name())).as("a case that changes").anyMatch(PassCases::changes);
    }

    @ParameterizedTest
    @MethodSource("passes")
    void fusionNames_areDocumented(GraphPass pass) {
        PassDocument document = pass.document();
        assertThat(document.pattern()).isNotBlank();
        assertThat(document.condition()).endsWith(".");
        boolean isOn = pass.level() > 0 && pass.isEnabledBy(FlagValues.DEFAULT);
        assertThat(document.standing().isEmpty())
                .as("says why it is not just on")
                .isEqualTo(isOn);
    }

    /** Lines that the documents tell users to search for. */
    @ParameterizedTest
    @MethodSource("passes")
    void fusionNames_areLogged(GraphPass pass) {
        String more = pass.level() == 0 ? "" : "--enable_pass=" + pass.name();
        assertThat(PassCases.of(pass.name()).stream().filter(PassCases::changes))
                .as("logs of the cases")
                .anySatisfy(file -> {
                    FlagValues flags = PassCases.flags(file, more);
                    PassPipeline.Result result = new PassPipeline(flags).run(PassCases.before(file));
                    List<String> log = PassLog.lines(flags, result).stream()
                            .map(PassLog.Line::text)
                            .toList();
                    String line = "graph kernel pass stage\\d_\\w+_\\d+_" + pass.name();
                    assertThat(log)
                            .anyMatch(text -> text.matches(line + " is enabled\\."))
                            .anyMatch(text -> text.matches("Run " + line + " in \\d+\\.\\d\\d us"))
                            .anyMatch(text -> text.matches(line + " changed\\."));
                });
    }
}
