package io.graphkernel.processor.diagnostic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {

    private static final List<String> OPS = List.of("softmax", "logSoftmax", "add", "sub", "reduceSum");

    @Test
    void suggestions_findTheNearestName() {
        assertThat(Suggestions.closest("sofmax", OPS)).contains("softmax");
        assertThat(Suggestions.closest("reducesum", OPS)).contains("reduceSum");
        assertThat(Suggestions.closest("dad", OPS)).contains("add");
    }

    @Test
    void suggestions_stayAwayFromNamesThatDifferMuch() {
        assertThat(Suggestions.closest("fourier", OPS)).isEmpty();
        assertThat(Suggestions.advice("fourier", OPS, "ops"))
                .isEqualTo("the ops are add, logSoftmax, reduceSum, softmax, sub");
    }
}
