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

    private Flags parse(String text) {
        return parser.parse(text, Flags.DEFAULT, (d, arguments) -> problems.add(d.id() + " " + d.what(arguments)));
    }

    @Test
    void readsEveryFlag() {
        assertThat(parse("  --opt_level=3 --enable_pass=expander,basic_fusion   --disable_pass=expander"
                        + " --dump_as_text "))
                .isEqualTo(Flags.atLevel(3)
                        .with(Flag.ENABLE_PASS, List.of("expander", "basic_fusion"))
                        .with(Flag.DISABLE_PASS, List.of("expander"))
                        .with(Flag.DUMP_AS_TEXT, true));
        assertThat(problems).isEmpty();
    }

    @Test
    void takesOtherFlagsFromTheFartherPlace() {
        Flags farther = Flags.atLevel(1).with(Flag.DUMP_AS_TEXT, true);
        assertThat(parser.parse("--dump_as_text=off", farther, (d, arguments) -> problems.add(d.id())))
                .isEqualTo(Flags.atLevel(1).with(Flag.DUMP_AS_TEXT, false));
        assertThat(parse("")).isEqualTo(Flags.DEFAULT);
    }

    @Test
    void letsTheFirstOfTwoWin() {
        assertThat(parse("--opt_level=1 --opt_level=3").optLevel()).isEqualTo(1);
        assertThat(problems).containsExactly("GK-0107 flag --opt_level is given twice");
    }

    @Test
    void takesAPartOfAPatternsName() {
        assertThat(parse("--disable_fusion_pattern=reduce_fwd").list(Flag.DISABLE_FUSION_PATTERN))
                .containsExactly("reduce_fwd");
        assertThat(problems).isEmpty();
    }

    /** The documents' own example as it is printed, and as it is meant. */
    @Test
    void readsTheExampleOfTheDocument() {
        Flags flags = parse("\u2013enable_expand_ops=Square \u2013enable_cluster_ops=MatMul,Add");
        assertThat(flags).isEqualTo(Flags.DEFAULT);
        assertThat(problems).hasSize(2).allMatch(problem -> problem.startsWith("GK-0105"));
        problems.clear();
        assertThat(parse("--enable_expand_ops=Square --enable_cluster_ops=MatMul,Add")
                        .list(Flag.ENABLE_CLUSTER_OPS))
                .containsExactly("MatMul", "Add");
        assertThat(problems).isEmpty();
    }

    @Test
    void keepsWhatAListKnows() {
        assertThat(parse("--disable_expand_ops=Gelu,Square").list(Flag.DISABLE_EXPAND_OPS))
                .containsExactly("Square");
        assertThat(problems).hasSize(1);
    }

    @Test
    void readsTheFlagsOfAFileAndNoOthers() throws IOException {
        Path file = Files.writeString(
                directory.resolve("flags.json"), "{\"opt_level\": \"1\", \"dump_as_text\": true, \"x\": \"1\"}");
        Flags farther = Flags.atLevel(3).with(Flag.REDUCE_FUSE_DEPTH, 4);
        Flags flags = parser.parse(
                "--composite_op_limit_size=7 --path=" + file,
                farther,
                (d, arguments) -> problems.add(d.id() + " " + d.what(arguments)));
        assertThat(flags).isEqualTo(Flags.atLevel(1).with(Flag.REDUCE_FUSE_DEPTH, 4));
        assertThat(problems)
                .containsExactly(
                        "GK-0111 flag --composite_op_limit_size has no effect next to --path",
                        "GK-0113 " + file + ": flag --dump_as_text cannot be 'true'",
                        "GK-0113 " + file + ": unknown flag --x");
    }

    @Test
    void takesTheHighestLevelForAHigherOne() {
        assertThat(parse("--opt_level=4").optLevel()).isEqualTo(3);
        assertThat(problems).containsExactly("GK-0120 flag --opt_level is '4'");
    }

    @ParameterizedTest
    @CsvSource({
        "--optlevel=1, GK-0103 unknown flag --optlevel",
        "--opt_level, GK-0104 flag --opt_level cannot be ''",
        "--dump_as_text=maybe, GK-0104 flag --dump_as_text cannot be 'maybe'",
        "--enable_pass, GK-0104 flag --enable_pass cannot be ''",
        "--enable_pass=stitch, GK-0106 unknown pass 'stitch' in --enable_pass",
        "--opt_level=, GK-0105 '--opt_level=' is not a flag",
        "--opt_level=1=2, GK-0105 '--opt_level=1=2' is not a flag",
        "--enable_pass=forming, GK-0110 'forming' has no effect in --enable_pass",
        "--disable_expand_ops=Gelu, GK-0106 unknown op 'Gelu' in --disable_expand_ops",
        "--disable_fusion_pattern=width, GK-0106 unknown fusion pattern 'width' in --disable_fusion_pattern",
        "--online_tuning=1, GK-0109 flag --online_tuning has no meaning here",
        "--composite_op_limit_size=-1, GK-0104 flag --composite_op_limit_size cannot be '-1'",
        "--path=nowhere.json, GK-0112 cannot read nowhere.json",
        "-opt_level=1, GK-0105 '-opt_level=1' is not a flag",
        "opt_level=1, GK-0105 'opt_level=1' is not a flag",
        "--, GK-0105 '--' is not a flag",
        "\u2013opt_level=1, GK-0105 '\u2013opt_level=1' is not a flag",
        "\u2014opt_level=1, GK-0105 '\u2014opt_level=1' is not a flag"
    })
    void reportsAndIgnoresWhatItDoesNotUnderstand(String text, String problem) {
        Flags flags = parse(text);
        assertThat(flags.optLevel()).isEqualTo(2);
        assertThat(flags.list(Flag.ENABLE_PASS)).isEmpty();
        assertThat(flags.isOn(Flag.DUMP_AS_TEXT)).isFalse();
        assertThat(problems).containsExactly(problem);
    }
}
