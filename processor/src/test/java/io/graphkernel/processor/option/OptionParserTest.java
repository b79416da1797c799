package io.graphkernel.processor.option;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.diagnostic.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionParserTest {

    private static final Path REPORTS = Path.of("reports").toAbsolutePath();

    private final List<String> problems = new ArrayList<>();
    private final OptionParser parser = new OptionParser(
            Set.of("linux-x86_64", "linux-arm64"),
            new FlagParser(Set.of("expander")),
            (diagnostic, arguments) -> problems.add(diagnostic.message(arguments)));

    private Options parse(Map<String, String> options) {
        return parser.parse(options, Map.of(), REPORTS);
    }

    @Test
    void hasDefaults() {
        assertThat(parse(Map.of("mapstruct.verbose", "true")))
                .isEqualTo(new Options(
                        List.of(),
                        EnumSet.allOf(Target.class),
                        Flags.DEFAULT,
                        Optional.empty(),
                        Optional.empty(),
                        REPORTS,
                        false));
        assertThat(problems).isEmpty();
    }

    @Test
    void readsEveryOption() {
        Options options = parse(Map.of(
                "graphkernel.platforms", "linux-arm64, linux-x86_64,linux-arm64",
                "graphkernel.targets", "jvm",
                "graphkernel.flags", "--opt_level=0",
                "graphkernel.cacheDir", "/tmp/cache",
                "graphkernel.compiler", "/usr/bin/clang",
                "graphkernel.reportDir", "/tmp/report",
                "graphkernel.verbose", "true"));
        assertThat(options)
                .isEqualTo(new Options(
                        List.of("linux-arm64", "linux-x86_64"),
                        Set.of(Target.JVM),
                        Flags.atLevel(0),
                        Optional.of(Path.of("/tmp/cache").toAbsolutePath()),
                        Optional.of(Path.of("/usr/bin/clang").toAbsolutePath()),
                        Path.of("/tmp/report").toAbsolutePath(),
                        true));
        assertThat(problems).isEmpty();
    }

    @Test
    void takesASwitchWithoutAValueForTrue() {
        Map<String, String> options = new HashMap<>();
        options.put("graphkernel.verbose", null);
        assertThat(parse(options).verbose()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "graphkernel.verbos, true, GK-0101, graphkernel.verbose",
        "graphkernel.platforms, linux-x86, GK-0102, linux-x86_64",
        "graphkernel.platforms, '', GK-0102, linux-arm64",
        "graphkernel.verbose, yes, GK-0102, true or false",
        "graphkernel.cacheDir, '', GK-0102, path",
        "graphkernel.flags, --opt_levl=1, GK-0103, opt_level"
    })
    void reportsAndIgnoresWhatItDoesNotUnderstand(String option, String value, String id, String advice) {
        assertThat(parse(Map.of(option, value))).isEqualTo(parse(Map.of()));
        assertThat(problems)
                .singleElement()
                .satisfies(message ->
                        assertThat(message).startsWith("[" + id + "]").contains(advice));
    }

    @Test
    void letsTheBuildFileWinOverTheEnvironment() {
        Map<String, String> environment = Map.of("MS_DEV_GRAPH_KERNEL_FLAGS", "--opt_level=1 --dump_as_text");
        Options options = parser.parse(Map.of("graphkernel.flags", "--opt_level=3"), environment, REPORTS);
        assertThat(options.flags()).isEqualTo(Flags.atLevel(3).with(Flag.DUMP_AS_TEXT, true));
        assertThat(parser.parse(Map.of(), environment, REPORTS).flags().optLevel())
                .isEqualTo(1);
    }

    @Test
    void warnsOfTroubleInTheEnvironment() {
        Map<String, String> environment = Map.of("MS_DEV_GRAPH_KERNEL_FLAGS", "--enable_stitching --opt_level=1");
        List<Severity> severities = new ArrayList<>();
        OptionParser recording = new OptionParser(Set.of(), new FlagParser(Set.of()), (diagnostic, arguments) -> {
            severities.add(diagnostic.severity());
            problems.add(diagnostic.message(arguments));
        });
        assertThat(recording.parse(Map.of(), environment, REPORTS).flags().optLevel())
                .isEqualTo(1);
        assertThat(severities).containsExactly(Severity.WARNING);
        assertThat(problems.get(0))
                .startsWith("[GK-0108] MS_DEV_GRAPH_KERNEL_FLAGS: unknown flag --enable_stitching\n");
    }

    @Test
    void declaresEveryOptionWithItsMeaning() {
        assertThat(Option.values()).allSatisfy(option -> {
            assertThat(option.key()).startsWith("graphkernel.");
            assertThat(option.documentation()).isNotEmpty();
            assertThat(option.defaultText()).isNotEmpty();
        });
    }
}
