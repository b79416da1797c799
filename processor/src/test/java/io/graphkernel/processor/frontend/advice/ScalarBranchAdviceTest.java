package io.graphkernel.processor.frontend.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Outcome;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the replacement suggested by GK-1104 compiles. */
class ScalarBranchAdviceTest {

    private static final Pattern RECIPE = Pattern.compile("fix: .*: select\\((.*), x, y\\)");

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a > 0;            greater(fillV2(a), 0)",
                "(n >= 2);         greaterEqual(fillV2(n), 2)",
                "d < a + 1;        less(fillV2(d), a + 1)",
                "0 <= l;           lessEqual(fillV2((long) (0)), l)",
                "n == 3;           equal(fillV2(n), 3)",
                "d * 2 != a;       notEqual(fillV2(d * 2), a)",
                "n > 2 && a > 0;   greater(fillV2(a), 0)",
                "!(a > 0);         greater(fillV2(a), 0)",
            })
    void advice_compiles(String condition, String recipe) {
        Outcome rejected = compile("if (" + condition + ") { return mul(x, 2); } return x;", "Tensor x");
        Matcher advice = RECIPE.matcher(rejected.ours().get(0).text());

        assertThat(rejected.ours().get(0).id()).isEqualTo("GK-1104");
        assertThat(advice.find()).isTrue();
        assertThat(advice.group(1)).isEqualTo(recipe);
        String body = "return select(" + recipe + ", mul(x, 2), x);";
        assertThat(compile(body, "Tensor x").messages()).isEmpty();
        assertThat(compile(body, "@TensorType(\"f16[n, 4]\") Tensor x").messages())
                .isEmpty();
    }

    private Outcome compile(String body, String x) {
        return new UserCompilation(directory).compile("Example.java", """
                import static io.graphkernel.runtime.Ops.*;
                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;
                final class Example {
                    @GraphKernel @SuppressWarnings("unused")
                    static Tensor power(%s, int n, long l, float a, double d) { %s }
                }
                """.formatted(x, body));
    }
}
