package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CanonicalKernelTest {

    private static final String TEXT = """
            /*
             * softmax_0 of softmax: row reduction.
             */
            GK_INLINE void softmax_0_stage1(const float *p_x, gk_f32 *acc_1) {
                const gk_f32 v_x = gk_load(p_x); /* Ops.java:7 */
                *acc_1 = v_x * gk_splat(1.5e-3f);
            }

            static void softmax_0(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
                const float *const p_x = arguments[0].pointer;
                const double v_s = arguments[1].wide_scalar;
                softmax_0_stage1(p_x, scratch);
            }
            """;

    @Test
    void commentsAndNamesOfUsers_doNotCount() {
        String renamed = TEXT.replace("softmax_0", "other_3")
                .replace("p_x", "p_values")
                .replace("v_x", "v_y1_")
                .replace("Ops.java:7", "Elsewhere.java:123")
                .replace("row reduction", "something else");

        assertThat(canonical(renamed, "other_3")).isEqualTo(canonical(TEXT, "softmax_0"));
    }

    @Test
    void identifierOfAHeader_keepsItsName() {
        CanonicalKernel kernel = canonical(TEXT, "softmax_0");

        assertThat(kernel.text()).isEqualTo("""
                #define k_4 GK_FUNCTION(%s_0)
                GK_INLINE void k_0(const float *k_1, gk_f32 *k_2) {
                    const gk_f32 k_3 = gk_load(k_1);
                    *k_2 = k_3 * gk_splat(1.5e-3f);
                }
                void k_4(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
                    const float *const k_1 = arguments[0].pointer;
                    const double k_5 = arguments[1].wide_scalar;
                    k_0(k_1, scratch);
                }
                """.formatted(kernel.id()));
    }

    @Test
    void anythingElse_counts() {
        CanonicalKernel kernel = canonical(TEXT, "softmax_0");

        for (String changed : List.of(
                TEXT.replace("1.5e-3f", "1.5e+3f"),
                TEXT.replace("wide_scalar", "scalar"),
                TEXT.replace("gk_load", "gk_put"),
                TEXT.replace("softmax_0_stage1(p_x, scratch)", "softmax_0_stage1(scratch, p_x)"),
                TEXT.replace("arguments[0]", "arguments[10]"))) {
            assertThat(canonical(changed, "softmax_0").id()).isNotEqualTo(kernel.id());
        }
    }

    @Test
    void canonicalKernel_namesThatAreExchangedCount() {
        String text = "static void f_0(const gk_slot *arguments) { gk_put(%s); }";

        assertThat(canonical(text.formatted("v_a, v_b, v_a"), "f_0").id())
                .isEqualTo(canonical(text.formatted("v_b, v_a, v_b"), "f_0").id())
                .isNotEqualTo(canonical(text.formatted("v_a, v_b, v_b"), "f_0").id());
    }

    @Test
    void orderOfFunctions_counts() {
        String text = "static void f_flat(int x) {}\nstatic void f_rows(int x) {}\n";

        assertThat(new CanonicalKernel[] {canonical(text, "f_flat", "f_rows")})
                .doesNotContain(canonical(text, "f_rows", "f_flat"));
    }

    private static CanonicalKernel canonical(String text, String... functions) {
        return CanonicalKernel.of(new SourcePartition.Part(text, List.of(functions)));
    }
}
