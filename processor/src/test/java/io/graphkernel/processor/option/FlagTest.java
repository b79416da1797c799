package io.graphkernel.processor.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.diagnostic.Severity;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the flag table against the documents' list of flags, and of rules for every flag. */
class FlagTest {

    private final List<Diagnostic> problems = new ArrayList<>();
    private final FlagParser parser = new FlagParser(PassPipeline.vocabulary());

    private FlagValues parse(String text) {
        return parser.parse(text, FlagValues.DEFAULT, (diagnostic, arguments) -> problems.add(diagnostic));
    }

    /** Defaults that differ from the documents', with the reason. */
    private static final Map<Flag, String> OTHER_DEFAULTS =
            Map.of(Flag.ENABLE_HORIZONTAL_FUSION, "here it is tried only where fewer bytes move");

    @ParameterizedTest
    @CsvFileSource(resources = "/option/document-flags.csv", numLinesToSkip = 1)
    void flag_isDocumentedWithThisTypeAndDefault(String key, FlagType type, String defaultText) {
        Flag flag = Flag.byKey(key).orElseThrow();
        assertThat(flag.type()).isEqualTo(type);
        assertThat(flag.defaultText().equals(defaultText)).isNotEqualTo(OTHER_DEFAULTS.containsKey(flag));
    }

    @Test
    void table_holdsTheDocumentedFlagsAndOneOfOurs() {
        assertThat(Flag.values()).hasSize(51 + 2).contains(Flag.CHECK_INDICES, Flag.ROW_INVARIANT);
        assertThat(Arrays.stream(Flag.values()).map(Flag::key)).doesNotHaveDuplicates();
    }

    /** Returns a valid value; that of a list with a vocabulary is one of its names. */
    private static String someValue(Flag flag) {
        KnownNames names = PassPipeline.vocabulary().names().get(flag);
        return switch (flag.type()) {
            case SWITCH -> flag.defaultValue(2).equals(true) ? "false" : "true";
            case COUNT, INTEGER -> "3";
            case TEXT -> "text";
            case LIST ->
                names == null
                        ? "a,b"
                        : String.join(",", names.known().stream().limit(2).toList());
        };
    }

    @ParameterizedTest
    @EnumSource
    void flag_isReadOrItsReasonIsGiven(Flag flag) {
        String value = someValue(flag);
        FlagValues flags = parse("--" + flag.key() + "=" + value);
        if (flag.whyWithoutMeaning().isPresent()) {
            assertThat(problems).containsExactly(Diagnostic.FLAG_WITHOUT_MEANING);
            assertThat(Diagnostic.FLAG_WITHOUT_MEANING.severity()).isEqualTo(Severity.ERROR);
            assertThat(flags).isEqualTo(FlagValues.DEFAULT);
        } else {
            assertThat(problems).isEmpty();
            assertThat(flags.text()).isEqualTo("--" + flag.key() + "=" + value);
            assertThat(flags.json()).contains("\"" + flag.key() + "\":\"" + value + "\"");
            assertThat(flags).isNotEqualTo(FlagValues.DEFAULT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutAMeaning_isAWarningFromTheEnvironment(Flag flag) {
        List<Diagnostic> reported = new ArrayList<>();
        new OptionParser(
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        Map.of(),
                        parser,
                        (diagnostic, arguments) -> reported.add(diagnostic))
                .parse(
                        Map.of(),
                        Map.of(OptionParser.FLAGS_VARIABLE, "--" + flag.key() + "=" + someValue(flag)),
                        Path.of(""));
        assertThat(reported)
                .isEqualTo(flag.whyWithoutMeaning().isEmpty() ? List.of() : List.of(Diagnostic.IN_ENVIRONMENT));
        assertThat(Diagnostic.IN_ENVIRONMENT.severity()).isEqualTo(Severity.WARNING);
    }

    @ParameterizedTest
    @EnumSource
    void badValue_isReportedAndTheDefaultHolds(Flag flag) {
        String bad = flag.type() == FlagType.LIST ? "a,,b" : "";
        boolean possible = flag.whyWithoutMeaning().isPresent() || flag.type() == FlagType.SWITCH;
        FlagValues flags = parse("--" + flag.key() + (bad.isEmpty() ? "" : "=" + bad));
        assertThat(problems.contains(Diagnostic.BAD_FLAG_VALUE)).isNotEqualTo(possible);
        assertThat(flags.isSet(flag)).isEqualTo(flag.whyWithoutMeaning().isEmpty() && possible);
    }

    @ParameterizedTest
    @EnumSource
    void flag_statesWhatItIsFor(Flag flag) {
        assertThat(flag.documentation()).isNotBlank().doesNotContain("\n");
        assertThat(flag.whyWithoutMeaning().orElse("x")).isNotBlank().doesNotContain("\n");
    }
}
