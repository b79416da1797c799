package io.graphkernel.processor.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.diagnostic.Diagnostic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TroubleshootingPagesTest {

    private static final Path ROOT = Path.of("..");
    private static SortedMap<String, String> pages;

    @BeforeAll
    static void print() throws IOException {
        pages = TroubleshootingPages.print(ROOT);
    }

    private static Stream<String> matches(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1));
    }

    @Test
    void everyId_hasOneSectionWithItsTitle() throws IOException {
        SortedMap<Integer, RuntimeMessages.RuntimeMessage> runtime = RuntimeMessages.read(ROOT);
        assertThat(runtime).hasSizeGreaterThan(100);

        List<String> headings = pages.values().stream()
                .flatMap(page -> matches(page, "(?m)^### (GK-\\d{4}: .*)$"))
                .toList();
        Stream<String> expected = Stream.concat(
                Arrays.stream(Diagnostic.values()).map(diagnostic -> diagnostic.id() + ": " + diagnostic.title()),
                runtime.entrySet().stream()
                        .map(entry ->
                                "GK-" + entry.getKey() + ": " + entry.getValue().title()));
        assertThat(headings).containsExactlyInAnyOrderElementsOf(expected.toList());
    }

    @Test
    void everyId_hasAnAnchorInTheIndexThatLinksToItsAnchorOnAPage() {
        String index = pages.get(TroubleshootingPages.INDEX);
        List<String> links = matches(index, "\\| <a id=\"gk-\\d{4}\"></a>\\[GK-\\d{4}]\\((.*?)\\)")
                .toList();

        assertThat(matches(index, "<a id=\"gk-(\\d{4})\"></a>").toList())
                .hasSameSizeAs(links)
                .doesNotHaveDuplicates();
        assertThat(links).hasSizeGreaterThan(Diagnostic.values().length + 100).allSatisfy(link -> {
            String[] fields = link.split("#");
            assertThat(pages.get("docs/" + fields[0]))
                    .contains("\n<a id=\"" + fields[1] + "\"></a>\n\n### " + fields[1].toUpperCase(Locale.ROOT) + ": ");
        });
    }

    @Test
    void section_hasTheMessageAndALineThatGetsIt() {
        assertThat(pages.get("docs/troubleshooting/kernels.md")).contains("""
                <a id="gk-1001"></a>

                ### GK-1001: kernel method is not static

                Error: the build fails.

                ```text
                [GK-1001] kernel method is not static: '{1}'
                because: a kernel has no receiver; its inputs are its parameters
                fix: declare it static
                ```

                For example:

                ```text
                Tensor twice(Tensor x) {
                       ^
                ```
                """);
    }

    @Test
    void messagesOfTheRuntime_areReadFromTheirEnum() throws IOException {
        assertThat(RuntimeMessages.read(ROOT))
                .containsEntry(6001, new RuntimeMessages.RuntimeMessage("argument is null", """
                [GK-6001] argument is null: {1}: {2}
                because: every parameter requires a value
                fix: pass a value; a tensor must be open"""));
    }

    @Test
    void headingOfASection_isOnAPageOnce() {
        assertThat(pages.values())
                .allSatisfy(page -> assertThat(matches(page, "(?m)^## (.*)$")).doesNotHaveDuplicates());
    }
}
