package io.graphkernel.processor.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagParserTest {

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();
    private final FlagParser parser = new FlagParser(TestVocabulary.VOCABULARY);

    private FlagValues parse(String text) {
        return parser.parse(text, FlagValues.DEFAULT, (d, arguments) -> problems.add(d.id() + " " + d.what(arguments)));
    }

    @Test
    void flagParser_readsEveryFlag() {
        assertThat(parse("  --opt_level=3 --enable_pass=expander,basic_fusion   --disable_pass=expander"
                        + " --dump_as_text "))
                .isEqualTo(FlagValues.atLevel(3)
                        .with(Flag.ENABLE_PASS, List.of("expander", "basic_fusion"))
                        .with(Flag.DISABLE_PASS, List.of("expander"))
                        .with(Flag.DUMP_AS_TEXT, true));
        assertThat(problems).isEmpty();
    }

    @Test
    void flagParser_acceptsOtherFlagsFromTheFartherPlace() {
        FlagValues farther = FlagValues.atLevel(1).with(Flag.DUMP_AS_TEXT, true);
        assertThat(parser.parse("--dump_as_text=off", farther, (d, arguments) -> problems.add(d.id())))
                .isEqualTo(FlagValues.atLevel(1).with(Flag.DUMP_AS_TEXT, false));
        assertThat(parse("")).isEqualTo(FlagValues.DEFAULT);
    }

    @Test
    void flagParser_letsTheFirstOfTwoWin() {
        assertThat(parse("--opt_level=1 --opt_level=3").optLevel()).isEqualTo(1);
        assertThat(problems).containsExactly("GK-0107 duplicate flag: --opt_level");
    }

    @Test
    void flagParser_acceptsAPartOfAPatternsName() {
        assertThat(parse("--disable_fusion_pattern=reduce_fwd").list(Flag.DISABLE_FUSION_PATTERN))
                .containsExactly("reduce_fwd");
        assertThat(problems).isEmpty();
    }

    /** The documents' own example as printed, and as intended. */
    @Test
    void flagParser_readsTheExampleOfTheDocument() {
        FlagValues flags = parse("\u2013enable_expand_ops=Square \u2013enable_cluster_ops=MatMul,Add");
        assertThat(flags).isEqualTo(FlagValues.DEFAULT);
        assertThat(problems).hasSize(2).allMatch(problem -> problem.startsWith("GK-0105"));
        problems.clear();
        assertThat(parse("--enable_expand_ops=Square --enable_cluster_ops=MatMul,Add")
                        .list(Flag.ENABLE_CLUSTER_OPS))
                .containsExactly("MatMul", "Add");
        assertThat(problems).isEmpty();
    }

    @Test
    void flagParser_keepsWhatAListKnows() {
        assertThat(parse("--disable_expand_ops=Gelu,Square").list(Flag.DISABLE_EXPAND_OPS))
                .containsExactly("Square");
        assertThat(problems).hasSize(1);
    }

    @Test
    void flagParser_readsTheFlagsOfAFileAndNoOthers() throws IOException {
        Path file = Files.writeString(
                directory.resolve("flags.json"), "{\"opt_level\": \"1\", \"dump_as_text\": true, \"x\": \"1\"}");
        FlagValues farther = FlagValues.atLevel(3).with(Flag.REDUCE_FUSE_DEPTH, 4);
        FlagValues flags = parser.parse(
                "--composite_op_limit_size=7 --path=" + file,
                farther,
                (d, arguments) -> problems.add(d.id() + " " + d.what(arguments)));
        assertThat(flags).isEqualTo(FlagValues.atLevel(1).with(Flag.REDUCE_FUSE_DEPTH, 4));
        assertThat(problems)
                .containsExactly(
                        "GK-0111 flag is ignored together with --path: --composite_op_limit_size",
                        "GK-0113 error in a configuration file: " + file
                                + ": invalid value of a flag: --dump_as_text=true",
                        "GK-0113 error in a configuration file: " + file + ": unknown flag: --x");
    }

    @Test
    void flagParser_acceptsTheHighestLevelForAHigherOne() {
        assertThat(parse("--opt_level=4").optLevel()).isEqualTo(3);
        assertThat(problems).containsExactly("GK-0120 optimization level out of range: --opt_level=4");
    }

    @ParameterizedTest
    @CsvSource({
        "--optlevel=1, GK-0103 unknown flag: --optlevel",
        "--opt_level, GK-0104 invalid value of a flag: --opt_level=",
        "--dump_as_text=maybe, GK-0104 invalid value of a flag: --dump_as_text=maybe",
        "--enable_pass, GK-0104 invalid value of a flag: --enable_pass=",
        "--enable_pass=stitch, GK-0106 unknown name in a flag: pass 'stitch' in --enable_pass",
        "--opt_level=, GK-0105 malformed flag: '--opt_level='",
        "--opt_level=1=2, GK-0105 malformed flag: '--opt_level=1=2'",
        "--enable_pass=forming, GK-0110 name in a flag has no effect: 'forming' in --enable_pass",
        "--disable_expand_ops=Gelu, GK-0106 unknown name in a flag: op 'Gelu' in --disable_expand_ops",
        "--disable_fusion_pattern=width, GK-0106 unknown name in a flag: fusion pattern 'width' in --disable_fusion_pattern",
        "--online_tuning=1, GK-0109 flag is not applicable: --online_tuning",
        "--composite_op_limit_size=-1, GK-0104 invalid value of a flag: --composite_op_limit_size=-1",
        "--path=nowhere.json, GK-0112 cannot read configuration file: nowhere.json",
        "-opt_level=1, GK-0105 malformed flag: '-opt_level=1'",
        "opt_level=1, GK-0105 malformed flag: 'opt_level=1'",
        "--, GK-0105 malformed flag: '--'",
        "\u2013opt_level=1, GK-0105 malformed flag: '\u2013opt_level=1'",
        "\u2014opt_level=1, GK-0105 malformed flag: '\u2014opt_level=1'"
    })
    void flagParser_reportsAndIgnoresWhatItDoesNotUnderstand(String text, String problem) {
        FlagValues flags = parse(text);
        assertThat(flags.optLevel()).isEqualTo(2);
        assertThat(flags.list(Flag.ENABLE_PASS)).isEmpty();
        assertThat(flags.isOn(Flag.DUMP_AS_TEXT)).isFalse();
        assertThat(problems).containsExactly(problem);
    }
}
