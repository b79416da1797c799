package io.graphkernel.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemovedKeysTest {

    private static final String HEAD = "graph lambda(%score: f32[], %query: i32[], %key: i32[], %x: f32[]) {";

    private static Optional<String> of(String body) {
        return RemovedKeys.of(ScalarFunction.parse(HEAD + "; " + body + "; }")).map(ScalarFunction::text);
    }

    @Test
    void conditionWithoutTheScore_removesKeys() {
        String removed = of("%c = LessEqual(%key, %query) : bool[]; "
                        + "%t = Tanh(%score) : f32[]; "
                        + "%r = Select(%c, %t, -Infinity) : f32[]; "
                        + "return result=%r")
                .orElseThrow();

        assertThat(removed)
                .contains("LessEqual(%key, %query)")
                .contains("Select(%c, 0.0, -Infinity)")
                .doesNotContain("Tanh");
    }

    @Test
    void valueWithoutTheScore_isKept() {
        String removed = of("%c = LessEqual(%key, %query) : bool[]; "
                        + "%r = Select(%c, %score, %x) : f32[]; "
                        + "return result=%r")
                .orElseThrow();

        assertThat(removed).contains("Select(%c, 0.0, %x)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%r = Tanh(%score) : f32[]",
                "%c = Less(%score, %x) : bool[]; %r = Select(%c, %score, -Infinity) : f32[]",
                "%c = Less(%key, %query) : bool[]; %t = Tanh(%score) : f32[]; %r = Select(%c, %score, %t) : f32[]"
            })
    void otherFunction_removesNoKeys(String body) {
        assertThat(of(body + "; return result=%r")).isEmpty();
    }
}
