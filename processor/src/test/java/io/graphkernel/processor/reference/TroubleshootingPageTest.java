package io.graphkernel.processor.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.diagnostic.Diagnostic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TroubleshootingPageTest {

    private static final Path ROOT = Path.of("..");

    @Test
    void everyIdHasASection() throws IOException {
        SortedMap<Integer, String> runTime = RuntimeMessages.read(ROOT);
        assertThat(runTime).hasSizeGreaterThan(100);

        assertThat(Pattern.compile("(?m)^### GK-\\d{4}$")
                        .matcher(TroubleshootingPage.print(ROOT))
                        .results()
                        .map(match -> match.group()))
                .doesNotHaveDuplicates()
                .isSorted()
                .hasSize(Diagnostic.values().length + runTime.size());
    }

    @Test
    void sectionHasTheMessageAndALineThatGetsIt() throws IOException {
        assertThat(TroubleshootingPage.print(ROOT)).contains("""
                ### GK-1001

                An error: the build fails.

                ```text
                [GK-1001] kernel method '{1}' is not static
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
    void messagesOfTheRunTimeAreReadFromTheirEnum() throws IOException {
        assertThat(RuntimeMessages.read(ROOT)).containsEntry(6001, """
                [GK-6001] {1}: {2} is null
                because: every parameter needs a value
                fix: pass a value, for a tensor one that is open""");
    }
}
