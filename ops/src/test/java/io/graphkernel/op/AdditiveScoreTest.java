package io.graphkernel.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdditiveScoreTest {

    private static final String HEAD =
            "graph lambda(%score: f32[], %head: i32[], %query: i32[], %key: i32[], %slope: f32[]) {";

    /** Index of the parameter of keys. */
    private static final int KEY = 3;

    private static Optional<AdditiveScore> of(String body) {
        return AdditiveScore.of(ScalarFunction.parse(HEAD + "; " + body + "; }"), KEY);
    }

    @Test
    void maskedAndBiasedScore_isSeparated() {
        AdditiveScore score = of("%c = LessEqual(%key, %query) : bool[]; "
                        + "%p = Mul(%slope, %slope) : f32[]; "
                        + "%s = Sub(%score, %p) : f32[]; "
                        + "%r = Select(%c, %s, -Infinity) : f32[]; "
                        + "return result=%r")
                .orElseThrow();

        assertThat(score.parameters()).isEqualTo(List.of(2, 3, 4));
        assertThat(score.bias().text())
                .contains("Sub(0.0, %p)")
                .contains("Select(%c,")
                .contains("-Infinity")
                .doesNotContain("%score");
    }

    @Test
    void score_itself_hasNoBias() {
        AdditiveScore score = of("return result=%score").orElseThrow();

        assertThat(score.parameters()).isEqualTo(List.of(KEY));
        assertThat(score.bias().body().outputs().get(0).node().attributes().value())
                .isZero();
    }

    @Test
    void addends_onBothSides_areAdded() {
        AdditiveScore score = of("%a = Add(%slope, %score) : f32[]; %b = Add(%a, 0.5) : f32[]; return result=%b")
                .orElseThrow();

        assertThat(score.parameters()).isEqualTo(List.of(KEY, 4));
        assertThat(score.bias().text()).contains("Add(%slope, 0.5)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%r = Tanh(%score) : f32[]",
                "%r = Mul(%score, 2.0) : f32[]",
                "%r = Add(%score, %score) : f32[]",
                "%r = Sub(%slope, %score) : f32[]",
                "%r = Mul(%slope, 2.0) : f32[]",
                "%c = Less(%key, %query) : bool[]; %r = Select(%c, %score, -1000.0) : f32[]",
                "%c = Less(%score, %slope) : bool[]; %r = Select(%c, %score, -Infinity) : f32[]"
            })
    void otherFunction_isNotSeparated(String body) {
        assertThat(of(body + "; return result=%r")).isEmpty();
    }
}
