package io.graphkernel.processor.option;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.diagnostic.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionParserTest {

    private static final Set<String> TARGETS = Set.of("cpu", "cuda", "jvm", "opencl");
    private static final Path REPORTS = Path.of("reports").toAbsolutePath();

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();
    private final OptionParser parser = new OptionParser(
            Set.of("linux-x86_64", "linux-arm64"),
            Set.of("v2", "v3", "v4"),
            TARGETS,
            Map.of("2201", "opencl", "7", "cpu"),
            new FlagParser(TestVocabulary.VOCABULARY),
            (diagnostic, arguments) -> problems.add(diagnostic.message(arguments)));

    private Options parse(Map<String, String> options) {
        return parser.parse(options, Map.of(), REPORTS);
    }

    @Test
    void optionParser_hasDefaults() {
        assertThat(parse(Map.of("mapstruct.verbose", "true")))
                .isEqualTo(new Options(
                        List.of(),
                        List.of(),
                        new TargetSelection(TARGETS, TARGETS, false, Set.of()),
                        FlagValues.DEFAULT,
                        Optional.empty(),
                        Optional.empty(),
                        REPORTS,
                        Options.INLINE_LAUNCH_LIMIT,
                        false,
                        false,
                        0,
                        LogLevel.WARNING));
        assertThat(problems).isEmpty();
    }

    @Test
    void optionParser_readsEveryOption() throws IOException {
        Path configuration = Files.writeString(directory.resolve("akg.cfg"), "[graph_kernel_param]\nopt_level=1\n");
        Path switches = Files.writeString(
                directory.resolve("switch.cfg"), "{\"Switch\": {\"GraphFusion\": {\"expander\": \"off\"}}}");
        Options options = parse(Map.ofEntries(
                entry("graphkernel.configFile", configuration.toString()),
                entry("graphkernel.fusionSwitchFile", switches.toString()),
                entry("graphkernel.saveGraphs", "true"),
                entry("graphkernel.platforms", "linux-arm64, linux-x86_64,linux-arm64"),
                entry("graphkernel.instructionSets", "v3, v2,v3"),
                entry("graphkernel.targets", "opencl, cuda?"),
                entry("graphkernel.flags", "--opt_level=0"),
                entry("graphkernel.cacheDir", "/tmp/cache"),
                entry("graphkernel.compiler", "/usr/bin/clang"),
                entry("graphkernel.reportDir", "/tmp/report"),
                entry("graphkernel.binaries", "2201"),
                entry("graphkernel.inlineLaunchLimit", "0"),
                entry("graphkernel.times", "true")));
        assertThat(options)
                .isEqualTo(new Options(
                        List.of("linux-arm64", "linux-x86_64"),
                        List.of("v2", "v3"),
                        new TargetSelection(Set.of("cuda", "opencl"), Set.of("cuda"), true, Set.of("2201")),
                        FlagValues.atLevel(0).withSwitches(Map.of("expander", false)),
                        Optional.of(Path.of("/tmp/cache").toAbsolutePath()),
                        Optional.of(Path.of("/usr/bin/clang").toAbsolutePath()),
                        Path.of("/tmp/report").toAbsolutePath(),
                        0,
                        false,
                        true,
                        2,
                        LogLevel.WARNING));
        assertThat(problems).isEmpty();
    }

    @Test
    void optionParser_acceptsASwitchWithoutAValueForTrue() {
        Map<String, String> options = new HashMap<>();
        options.put("graphkernel.verbose", null);
        assertThat(parse(options).verbose()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "graphkernel.verbos, true, GK-0101, did you mean 'graphkernel.verbose'?",
        "graphkernel.flag, --opt_level=1, GK-0101, did you mean 'graphkernel.flags'?",
        "graphkernel.levl, 2, GK-0101, the level is a flag: -Agraphkernel.flags=--opt_level=2",
        "graphkernel.level, 3, GK-0101, the level is a flag: -Agraphkernel.flags=--opt_level=3",
        "graphkernel.opt_level, 2, GK-0101, the level is a flag: -Agraphkernel.flags=--opt_level=2",
        "graphkernel.dumpAsText, '', GK-0101, --dump_as_text is a flag: -Agraphkernel.flags=--dump_as_text",
        "graphkernel.colour, red, GK-0101, 'the options are graphkernel.binaries, graphkernel.cacheDir'",
        "graphkernel.enable_low_precision, '', GK-0101, 'the options are graphkernel.binaries, graphkernel.cacheDir'",
        "graphkernel.platforms, linux-x86, GK-0102, linux-x86_64",
        "graphkernel.platforms, '', GK-0102, linux-arm64",
        "graphkernel.instructionSets, avx2, GK-0102, 'the instruction sets are v2, v3, v4'",
        "graphkernel.instructionSets, '', GK-0102, 'the instruction sets are v2, v3, v4'",
        "graphkernel.binaries, 1001, GK-0102, 'the chips are 2201, 7'",
        "graphkernel.targets, gpu, GK-0102, 'the targets are cpu, cuda, jvm, opencl'",
        "graphkernel.verbose, yes, GK-0102, true or false",
        "graphkernel.cacheDir, '', GK-0102, path",
        "graphkernel.flags, --opt_levl=1, GK-0103, opt_level",
        "graphkernel.saveGraphs, 4, GK-0102, a level from 0 to 3",
        "graphkernel.saveGraphs, '', GK-0102, a level from 0 to 3",
        "graphkernel.saveGraphs, \u0661, GK-0102, a level from 0 to 3",
        "graphkernel.verbose, '', GK-0102, true or false",
        "graphkernel.targets, ',', GK-0102, 'the targets are cpu, cuda, jvm, opencl'",
        "graphkernel.platforms, ',', GK-0102, linux-x86_64",
        "graphkernel.flags, --opt_level=\u0661, GK-0104, a number from 0 to 3",
        "graphkernel.configFile, '', GK-0102, path",
        "graphkernel.configFile, nowhere.cfg, GK-0112, the file does not exist",
        "graphkernel.fusionSwitchFile, nowhere.cfg, GK-0112, the file does not exist"
    })
    void optionParser_reportsAndIgnoresWhatItDoesNotUnderstand(String option, String value, String id, String advice) {
        assertThat(parse(Map.of(option, value))).isEqualTo(parse(Map.of()));
        assertThat(problems)
                .singleElement()
                .satisfies(message ->
                        assertThat(message).startsWith("[" + id + "]").contains(advice));
    }

    @Test
    @DisplayName("D5: a list that ends with a comma has an empty name, and a switch needs no value")
    void optionParser_reportsAnEmptyName() {
        Map<String, String> options = new HashMap<>(Map.of("graphkernel.targets", "cpu,,"));
        options.put("graphkernel.saveGraphs", null);
        Options parsed = parse(options);
        assertThat(parsed.targets().ids()).containsExactly("cpu");
        assertThat(parsed.savedGraphs()).isEqualTo(2);
        assertThat(problems)
                .singleElement()
                .asString()
                .contains("invalid value of a processor option: -Agraphkernel.targets=\n");
    }

    @Test
    @DisplayName("D5: a byte order mark in front of a file is not part of its first line")
    void optionParser_readsFilesWithAByteOrderMark() throws IOException {
        Path configuration =
                Files.writeString(directory.resolve("akg.cfg"), "\ufeff[graph_kernel_param]\nopt_level=1\n");
        Path switches = Files.writeString(
                directory.resolve("switch.cfg"), "\ufeff{\"Switch\": {\"GraphFusion\": {\"expander\": \"off\"}}}");
        Path flags = Files.writeString(directory.resolve("flags.json"), "\ufeff{\"opt_level\": \"1\"}");
        Options options = parse(Map.of(
                "graphkernel.configFile", configuration.toString(),
                "graphkernel.fusionSwitchFile", switches.toString()));
        assertThat(options.flags().optLevel()).isEqualTo(1);
        assertThat(parse(Map.of("graphkernel.flags", "--path=" + flags)).flags().optLevel())
                .isEqualTo(1);
        assertThat(problems).isEmpty();
    }

    @Test
    void optionParser_letsTheBuildFileWinOverTheEnvironment() {
        Map<String, String> environment = Map.of("MS_DEV_GRAPH_KERNEL_FLAGS", "--opt_level=1 --dump_as_text");
        Options options = parser.parse(Map.of("graphkernel.flags", "--opt_level=3"), environment, REPORTS);
        assertThat(options.flags()).isEqualTo(FlagValues.atLevel(3).with(Flag.DUMP_AS_TEXT, true));
        assertThat(parser.parse(Map.of(), environment, REPORTS).flags().optLevel())
                .isEqualTo(1);
    }

    @Test
    void optionParser_letsNearerPlacesWin() throws IOException {
        Path file = Files.writeString(
                directory.resolve("akg.cfg"),
                "[quant_param]\nbits=8\n\n# of graph kernels\n[graph_kernel_param]\nopt_level = 1\n"
                        + "reduce_fuse_depth=7\ndisable_expand_ops=GeLU, Square\n[other]\nopt_level=0\n");
        Map<String, String> environment =
                Map.of("MS_DEV_GRAPH_KERNEL_FLAGS", "--opt_level=3 --reduce_fuse_depth=5 --composite_op_limit_size=9");
        Map<String, String> options =
                Map.of("graphkernel.configFile", file.toString(), "graphkernel.flags", "--opt_level=0");
        assertThat(parser.parse(options, environment, REPORTS).flags())
                .isEqualTo(FlagValues.atLevel(0)
                        .with(Flag.REDUCE_FUSE_DEPTH, 7)
                        .with(Flag.COMPOSITE_OP_LIMIT_SIZE, 9)
                        .with(Flag.DISABLE_EXPAND_OPS, List.of("GeLU", "Square")));
        assertThat(problems).isEmpty();
    }

    @Test
    void optionParser_namesTheFileInMessages() throws IOException {
        Path file = Files.writeString(
                directory.resolve("akg.cfg"),
                "[graph_kernel_param]\nopt_levl=1\nonline_tuning=1\ndump_as_text\nopt_level=1\nopt_level=2\n");
        parse(Map.of("graphkernel.configFile", file.toString()));
        assertThat(problems)
                .extracting(message -> message.lines().findFirst().orElseThrow())
                .containsExactlyInAnyOrder(
                        "[GK-0113] error in a configuration file: " + file + ": unknown flag: --opt_levl",
                        "[GK-0113] error in a configuration file: " + file
                                + ": flag is not applicable: --online_tuning",
                        "[GK-0113] error in a configuration file: " + file + ": malformed flag: 'dump_as_text'",
                        "[GK-0114] problem in a configuration file: " + file + ": duplicate flag: --opt_level");
    }

    @Test
    void optionParser_reportsAConfigurationWithoutTheSection() throws IOException {
        Path file = Files.writeString(directory.resolve("akg.cfg"), "[quant_param]\nbits=8\n");
        parse(Map.of("graphkernel.configFile", file.toString()));
        assertThat(problems)
                .singleElement()
                .satisfies(message ->
                        assertThat(message).startsWith("[GK-0112]").contains("it has no section [graph_kernel_param]"));
    }

    @ParameterizedTest
    @CsvSource({
        "GLOG_v, 0, DEBUG, 0",
        "GLOG_v, 1, INFO, 0",
        "GLOG_v, 3, ERROR, 0",
        "MS_DEV_DUMP_GRAPH_KERNEL_IR, on, WARNING, 2",
        "MS_DEV_DUMP_GRAPH_KERNEL_IR, off, WARNING, 0",
        "MS_DEV_SAVE_GRAPHS, 3, WARNING, 3",
        "MS_DEV_SAVE_GRAPHS, false, WARNING, 0"
    })
    void optionParser_readsTheOtherVariables(String variable, String value, LogLevel level, int savedGraphs) {
        Options options = parser.parse(Map.of(), Map.of(variable, value), REPORTS);
        assertThat(options.logLevel()).isEqualTo(level);
        assertThat(options.savedGraphs()).isEqualTo(savedGraphs);
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"GLOG_v, 4", "MS_DEV_DUMP_GRAPH_KERNEL_IR, yes", "MS_DEV_SAVE_GRAPHS, 9"})
    void optionParser_warnsOfBadVariables(String variable, String value) {
        assertThat(parser.parse(Map.of(), Map.of(variable, value), REPORTS)).isEqualTo(parse(Map.of()));
        assertThat(problems)
                .singleElement()
                .satisfies(message -> assertThat(message)
                        .startsWith("[GK-0119] invalid value of an environment variable: " + variable + "=" + value
                                + "\n"));
    }

    @Test
    void optionParser_showsLinesOfItsLevelAndAbove() {
        assertThat(LogLevel.INFO.shows(LogLevel.INFO)).isTrue();
        assertThat(LogLevel.INFO.shows(LogLevel.WARNING)).isTrue();
        assertThat(LogLevel.INFO.shows(LogLevel.DEBUG)).isFalse();
    }

    @Test
    void optionParser_warnsOfTroubleInTheEnvironment() {
        Map<String, String> environment = Map.of("MS_DEV_GRAPH_KERNEL_FLAGS", "--enable_stitching --opt_level=1");
        List<Severity> severities = new ArrayList<>();
        OptionParser recording = new OptionParser(
                Set.of(),
                Set.of(),
                TARGETS,
                Map.of(),
                new FlagParser(TestVocabulary.VOCABULARY),
                (diagnostic, arguments) -> {
                    severities.add(diagnostic.severity());
                    problems.add(diagnostic.message(arguments));
                });
        assertThat(recording.parse(Map.of(), environment, REPORTS).flags().optLevel())
                .isEqualTo(1);
        assertThat(severities).containsExactly(Severity.WARNING);
        assertThat(problems.get(0))
                .startsWith(
                        "[GK-0108] invalid environment variable: MS_DEV_GRAPH_KERNEL_FLAGS: unknown flag: --enable_stitching\n");
    }

    @Test
    void optionParser_declaresEveryOptionWithItsMeaning() {
        assertThat(Option.values()).allSatisfy(option -> {
            assertThat(option.key()).startsWith("graphkernel.");
            assertThat(option.documentation()).isNotEmpty();
            assertThat(option.defaultText()).isNotEmpty();
        });
    }
}
