package io.graphkernel.runtime.exception;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page that the compiler's module derives from the source of the enum has the messages of the enum. */
class TroubleshootingPageTest {

    @Test
    void pageHasEveryMessageOfTheRunTime() throws IOException {
        String page = Files.readString(Path.of("../docs/troubleshooting.md"));
        Object[] places =
                IntStream.rangeClosed(1, 10).mapToObj(i -> "{" + i + "}").toArray();

        assertThat(RuntimeProblem.values())
                .allSatisfy(problem -> assertThat(page)
                        .contains("### " + problem.id() + "\n\n```text\n" + problem.message(places) + "\n```\n"));
        assertThat(Pattern.compile("(?m)^### (GK-6.*)$").matcher(page).results().map(match -> match.group(1)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(RuntimeProblem.values())
                        .map(RuntimeProblem::id)
                        .toList());
    }
}
