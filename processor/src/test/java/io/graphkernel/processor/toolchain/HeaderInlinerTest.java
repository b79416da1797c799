package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeaderInlinerTest {

    private static final Map<String, String> HEADERS = Map.of(
            "guarded.h", "#ifndef GK_GUARDED_H\n#define GK_GUARDED_H\nint guarded;\n#endif\n",
            "lanes.h", "#define GK_LANES 1 /* of a value */\n");

    @Test
    void putsEachHeaderInPlaceOfItsFirstInclude() {
        String guarded = "#define GK_GUARDED_H\nint guarded;\n";

        assertThat(inline(
                        "int before;\n # include \"guarded.h\" // all\nint after;\n#include \"guarded.h\"\nint last;"))
                .isEqualTo("int before;\n" + guarded + "int after;\nint last;");
    }

    @Test
    void leavesWhatIsNotThere() {
        String text = "#include \"nowhere.h\"\n#include <math.h>\n";

        assertThat(inline(text)).isEqualTo(text);
    }

    @Test
    void takesTheBranchThatIsCompiled() {
        String text = "#include \"lanes.h\"\n#if GK_LANES == 16\n#include \"nowhere.h\"\n#if GK_LANES\n#endif\n"
                + "#elif GK_LANES == 1\nint one;\n#else\nint more;\n#endif\nint last;\n";

        assertThat(inline(text)).isEqualTo(HEADERS.get("lanes.h") + "int one;\nint last;\n");
    }

    @Test
    void leavesConditionsOnMacrosOfTheCompiler() {
        String text =
                "#if defined(__NVPTX__)\n#define GK_CUDA 1\n#else\nint other;\n#endif\n#ifdef GK_CUDA\nint cuda;\n#endif\n";

        assertThat(inline(text)).isEqualTo(text);
    }

    @Test
    void aBranchThatIsKnownEndsOneThatIsNot() {
        assertThat(
                        inline(
                                "#if GK_ABSENT\nint a;\n#elif __NVPTX__\nint b;\n#elif !GK_ABSENT\nint c;\n#else\nint d;\n#endif\n"))
                .isEqualTo("#if __NVPTX__\nint b;\n#else\nint c;\n#endif\n");
    }

    @Test
    void aHeaderThatMayNotHaveBeenThereIsKeptAgain() {
        String guarded = "#ifndef GK_GUARDED_H\n#define GK_GUARDED_H\nint guarded;\n#endif\n";

        assertThat(inline("#ifdef __NVPTX__\n#include \"guarded.h\"\n#endif\n#include \"guarded.h\"\n"))
                .isEqualTo("#ifdef __NVPTX__\n#define GK_GUARDED_H\nint guarded;\n#endif\n" + guarded);
    }

    @Test
    void aContinuedLineIsOne() {
        String text = "#define GK_TWICE(x) \\\n  #x \\\n  #x\nint last;\n";

        assertThat(inline(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "GK_ABSENT, 0",
        "defined(GK_ONE) && !defined GK_ABSENT, 1",
        "GK_ONE + 1, ''",
        "__GNUC__, ''",
        "__GNUC__ && GK_ABSENT, 0",
        "__GNUC__ || GK_ONE > 0, 1",
        "!__GNUC__, ''",
        "(GK_ONE == 1 || __GNUC__) && GK_ONE != 2, 1",
        "GK_WORD, ''",
        "defined(GK_WORD), 1",
        "GK_CALLED(1), ''",
        "GK_ONE <= 0, 0"
    })
    void knowsConditionsOnMacrosOfOurOwn(String condition, String value) {
        OwnMacros macros = new OwnMacros();
        macros.define("GK_ONE", 1L);
        macros.define("GK_WORD", null);

        Long known = macros.evaluate(condition);

        assertThat(known == null ? "" : String.valueOf(known)).isEqualTo(value);
    }

    private static String inline(String text) {
        return new HeaderInliner(name -> Optional.ofNullable(HEADERS.get(name))).inline(text);
    }
}
