package io.graphkernel.runtime.exception;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RuntimeProblemTest {
    @Test
    void everyIdIsItsOwn() {
        assertThat(Arrays.stream(RuntimeProblem.values()).map(RuntimeProblem::id))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("GK-6\\d{3}"));
    }

    @Test
    void everyMessageHasThreeLines() {
        Object[] arguments = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
        for (RuntimeProblem problem : RuntimeProblem.values()) {
            assertThat(problem.message(arguments).split("\n"))
                    .as(problem.name())
                    .hasSize(3)
                    .satisfiesExactly(
                            what -> assertThat(what).startsWith("[" + problem.id() + "] "),
                            because -> assertThat(because).matches("because: \\S.*"),
                            fix -> assertThat(fix).matches("fix: \\S.*"));
        }
    }

    @Test
    void anExceptionTellsItsProblem() {
        ShapeMismatchException exception = new ShapeMismatchException(RuntimeProblem.INVALID_SHAPE, "[-1]");
        assertThat(exception.problem()).isEqualTo(RuntimeProblem.INVALID_SHAPE);
        assertThat(exception.id()).isEqualTo("GK-6038");
    }
}
