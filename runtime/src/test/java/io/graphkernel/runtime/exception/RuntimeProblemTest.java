package io.graphkernel.runtime.exception;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RuntimeProblemTest {
    /** Names that a title may begin with. */
    private static final String NAMES = "Ascend|CANN|CPU|Gloo|JavaCPP|MPI|NaN";

    @Test
    void everyId_isItsOwn() {
        assertThat(Arrays.stream(RuntimeProblem.values()).map(RuntimeProblem::id))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("GK-6\\d{3}"));
    }

    @Test
    void everyMessage_hasThreeLines() {
        Object[] arguments = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
        for (RuntimeProblem problem : RuntimeProblem.values()) {
            assertThat(problem.message(arguments).split("\n"))
                    .as(problem.name())
                    .hasSize(3)
                    .satisfiesExactly(
                            what -> assertThat(what)
                                    .startsWith("[" + problem.id() + "] " + problem.title())
                                    .doesNotEndWith(":"),
                            because -> assertThat(because).matches("because: \\S.*"),
                            fix -> assertThat(fix).matches("fix: \\S.*"));
        }
    }

    @Test
    void titles_areUnique() {
        assertThat(Arrays.stream(RuntimeProblem.values()).map(RuntimeProblem::title))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void title_isAShortPhraseWithoutPlaceholders(RuntimeProblem problem) {
        assertThat(problem.title())
                .hasSizeBetween(5, 60)
                .doesNotContain("%", "{", "[", ": ")
                .doesNotEndWith(".")
                .isEqualTo(problem.title().strip())
                .matches("(?:\\p{Lower}|[.]npy |" + NAMES + " ).*");
    }

    @Test
    void exception_reportsItsProblem() {
        ShapeMismatchException exception = new ShapeMismatchException(RuntimeProblem.INVALID_SHAPE, "[-1]");
        assertThat(exception.problem()).isEqualTo(RuntimeProblem.INVALID_SHAPE);
        assertThat(exception.id()).isEqualTo("GK-6038");
    }
}
