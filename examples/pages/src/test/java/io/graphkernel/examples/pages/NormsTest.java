package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.pages.Page.Block;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The first program of docs/gradients.md, which is there to be pasted. */
class NormsTest {

    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+");

    @Test
    void norms_printTheOutputOfThePage() {
        String page = Page.read(Page.ROOT.resolve("docs/gradients.md")).blocks().stream()
                .map(Block::text)
                .filter(text -> text.startsWith("Tensor f32"))
                .findFirst()
                .orElseThrow();
        String printed = printed();

        assertThat(NUMBER.matcher(printed).replaceAll("…"))
                .isEqualToIgnoringNewLines(NUMBER.matcher(page).replaceAll("…"));
        // Not the same digits on each processor.
        assertThat(numbers(printed)).containsExactly(numbers(page), Offset.offset(1e-5));
    }

    private static String printed() {
        PrintStream standard = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Norms.main(new String[0]);
        } finally {
            System.setOut(standard);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static double[] numbers(String text) {
        return NUMBER.matcher(text)
                .results()
                .map(MatchResult::group)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
