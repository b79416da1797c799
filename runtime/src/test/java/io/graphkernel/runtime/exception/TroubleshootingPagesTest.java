package io.graphkernel.runtime.exception;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the pages, which the compiler's module derives from the source of the enum, match the enum. */
class TroubleshootingPagesTest {

    @Test
    void pages_haveEveryMessageOfTheRuntime() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(Path.of("../docs/troubleshooting"))) {
            files = list.sorted().toList();
        }
        StringBuilder pages = new StringBuilder();
        for (Path file : files) {
            pages.append(Files.readString(file));
        }
        Object[] placeholders =
                IntStream.rangeClosed(1, 10).mapToObj(i -> "{" + i + "}").toArray();

        assertThat(RuntimeProblem.values())
                .allSatisfy(problem -> assertThat(pages.toString())
                        .contains("### " + problem.id() + ": " + problem.title() + "\n\n```text\n"
                                + problem.message(placeholders) + "\n```\n"));
        assertThat(Pattern.compile("(?m)^### (GK-6\\d+): .*$")
                        .matcher(pages)
                        .results()
                        .map(match -> match.group(1)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(RuntimeProblem.values())
                        .map(RuntimeProblem::id)
                        .toList());
    }
}
