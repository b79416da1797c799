package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InteroperationPageTest {
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void everySnippetOfThePage_isWhatATestRuns() throws IOException {
        String tests;
        try (Stream<Path> sources = Files.list(Path.of("src/test/java/io/graphkernel/interop"))) {
            tests = sources.sorted().map(InteroperationPageTest::read).collect(Collectors.joining("\n"));
        }
        String page = Files.readString(Path.of("../docs", "interoperation.md"));
        List<String> snippets = SNIPPET.matcher(page)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(snippets).hasSize(9);
        String withoutIndents = withoutIndents(tests);
        assertThat(snippets).allSatisfy(snippet -> assertThat(withoutIndents).contains(withoutIndents(snippet)));
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String withoutIndents(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
