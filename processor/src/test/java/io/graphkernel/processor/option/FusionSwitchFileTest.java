package io.graphkernel.processor.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FusionSwitchFileTest {

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();

    private Map<String, Boolean> read(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("fusion_switch.cfg"), text);
        return FusionSwitchFile.read(
                file.toString(),
                TestVocabulary.VOCABULARY.switches(),
                (diagnostic, arguments) -> problems.add(diagnostic.message(arguments)));
    }

    private static String sections(String graphFusion, String ubFusion) {
        return "{\"Switch\": {\"GraphFusion\": {" + graphFusion.replace('\'', '"') + "}, \"UBFusion\": {"
                + ubFusion.replace('\'', '"') + "}}}";
    }

    @Test
    void fusionSwitchFile_turnsPatternsOnAndOff() throws IOException {
        assertThat(read(sections("'expander': 'on', 'BiasPass': 'off'", "'basic_fusion': 'off'")))
                .isEqualTo(Map.of("expander", true, "epilogue", false, "bias", false, "basic_fusion", false));
        assertThat(problems).isEmpty();
    }

    /** The document's second example: required patterns remain enabled. */
    @Test
    void fusionSwitchFile_turnsAllOffButWhatMustStay() throws IOException {
        assertThat(read(sections("'ALL': 'off'", "'ALL': 'off'")))
                .isEqualTo(Map.of("expander", false, "epilogue", false, "bias", false, "basic_fusion", false));
        assertThat(problems).isEmpty();
    }

    /** The document's third and fourth examples, with the exception before and after. */
    @Test
    void namedPatterns_winOverAll() throws IOException {
        assertThat(read(sections("'ALL': 'off', 'expander': 'on'", "'basic_fusion': 'off', 'ALL': 'on'")))
                .isEqualTo(Map.of("expander", true, "epilogue", false, "bias", false, "basic_fusion", false));
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'Sofmax': 'on' | | GK-0113 error in a configuration file: unknown fusion switch: 'Sofmax'",
                "'basic_fusion': 'on' | | GK-0113 error in a configuration file: unknown fusion switch: 'basic_fusion'",
                "'expander': 'maybe' | | GK-0113 error in a configuration file: invalid value of a fusion switch: 'expander' is 'maybe'",
                "'expander': true | | GK-0113 error in a configuration file: invalid value of a fusion switch: 'expander' is 'true'",
                "'SoftmaxFusionPass': 'off' | | GK-0114 problem in a configuration file: fusion switch is not applicable: 'SoftmaxFusionPass'",
                " | 'forming': 'off' | GK-0113 error in a configuration file: fusion switch cannot be turned off: 'forming'"
            },
            quoteCharacter = '~')
    void fusionSwitchFile_reportsWhatItDoesNotUnderstand(String graphFusion, String ubFusion, String problem)
            throws IOException {
        Map<String, Boolean> passes =
                read(sections(graphFusion == null ? "" : graphFusion, ubFusion == null ? "" : ubFusion));
        assertThat(passes).isEmpty();
        String prefix = directory.resolve("fusion_switch.cfg") + ": ";
        assertThat(problems)
                .singleElement()
                .satisfies(message ->
                        assertThat(message.replace(prefix, "")).startsWith("[" + problem.replaceFirst(" ", "] ")));
    }

    @Test
    void fusionSwitchFile_statesInWhichSectionAPatternIs() throws IOException {
        read(sections("'basic_fusion': 'on'", ""));
        assertThat(problems.get(0)).contains("fix: move it to UBFusion");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | it has no object \"Switch\"",
                "[] | it is not a JSON object",
                "{'Switch': {'Graph': {}}} | unknown fusion switch: 'Graph'",
                "{'Switch': {} | line 1 has the end where JSON has '}'"
            },
            quoteCharacter = '~')
    void fusionSwitchFile_reportsAFileOfAnotherForm(String text, String problem) throws IOException {
        assertThat(read(text.replace('\'', '"'))).isEmpty();
        assertThat(problems).singleElement().asString().contains(problem);
    }
}
