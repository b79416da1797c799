package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.toolchain.NeededHeaders.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeededHeadersTest {

    private static final Part BASE = new Part("gk_scalar.h", "GK_OVERLOAD gk_f32 gk_fma(gk_f32 a);\n");
    private static final Part PARTS = new Part("gk_math_parts.h", """
            #define GK_BIAS 127
            GK_CONSTANT unsigned int gk_table[2] = {1, 2};
            typedef struct {
                gk_f32 p;
            } gk_block_count;
            """);
    private static final Part EXP = new Part("gk_math_exp.h", """
            GK_OVERLOAD gk_f32 gk_exp(gk_f32 x) {
                return gk_split(x, GK_BIAS);
            }
            """);
    private static final Part TANH = new Part("gk_math_tanh.h", "GK_INLINE gk_f32 gk_tanh(gk_f32 x);\n");

    private static String needed(String kernel) {
        return NeededHeaders.text(List.of(BASE, PARTS, EXP, TANH, new Part("", kernel)));
    }

    @Test
    void mathematicalFunctionsThatNothingCalls_areLeftOut() {
        assertThat(needed("gk_fma(x)")).isEqualTo(BASE.text() + "gk_fma(x)");
        assertThat(needed("gk_tanh(x)")).isEqualTo(BASE.text() + TANH.text() + "gk_tanh(x)");
    }

    @Test
    void functions_areNeededThroughOthers() {
        assertThat(needed("gk_exp(x)")).isEqualTo(BASE.text() + PARTS.text() + EXP.text() + "gk_exp(x)");
    }

    @Test
    void tablesAndStructures_areCounted() {
        assertThat(needed("gk_table[0]")).contains(PARTS.text());
        assertThat(needed("gk_block_count parts;")).contains(PARTS.text());
    }

    @Test
    void longerName_isDistinct() {
        assertThat(needed("gk_exp2(x)")).isEqualTo(BASE.text() + "gk_exp2(x)");
    }

    @Test
    void threadReductions_areNeededByTheirMacroNames() {
        Part joins = new Part("gk_gpu_reduce.h", """
                #define GK_DEFINE_JOIN(name)        \\
                    GK_OVERLOAD int gk_join_##name();
                GK_DEFINE_JOIN(sum)
                """);
        Part kernel = new Part("", "gk_join_sum()");
        assertThat(NeededHeaders.text(List.of(BASE, joins, new Part("", "gk_fma(x)"))))
                .isEqualTo(BASE.text() + "gk_fma(x)");
        assertThat(NeededHeaders.text(List.of(BASE, joins, kernel))).isEqualTo(BASE.text() + """
                #define GK_DEFINE_JOIN(name)\\
                    GK_OVERLOAD int gk_join_##name();
                GK_DEFINE_JOIN(sum)
                gk_join_sum()""");
    }

    @Test
    void commentsOfHeaders_areLeftOutAndThoseOfTheSourceStay() {
        Part header = new Part("gk_scalar.h", """
                /*
                 * A scalar.
                 */
                #ifndef GK_SCALAR_H

                /** The sum. */
                int gk_sum(int a /* one */, int b);
                #endif
                """);
        assertThat(NeededHeaders.text(List.of(header, new Part("", "/* a kernel */\n"))))
                .isEqualTo("#ifndef GK_SCALAR_H\nint gk_sum(int a  , int b);\n#endif\n/* a kernel */\n");
    }
}
