package io.graphkernel.common.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MessageTextTest {
    private static final Pattern PLACE = Pattern.compile("%([0-9])\\$s");

    @Test
    void longArgument_isCutInItsMiddle() {
        String name = "a".repeat(5_000_000) + "end";
        String cut = (String) MessageText.bounded(name)[0];
        assertThat(cut)
                .hasSizeLessThan(MessageText.MAX_ARGUMENT_CHARACTERS + 100)
                .contains(" ... (5,000,003 characters in all) ... ")
                .endsWith("aend");
        assertThat(MessageText.bounded(1.5, null, "short", List.of(1))).containsExactly(1.5, null, "short", List.of(1));
    }

    @Test
    void cut_keepsPairsOfSurrogates() {
        for (int limit = 101; limit < 110; limit++) {
            String cut = MessageText.cut("\ud83d\ude00".repeat(200), limit);
            assertThat(new String(cut.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(cut);
        }
    }

    @Test
    void ellipsis_isDotsWhereTheSystemHasNone() {
        assertThat(MessageText.canPrint("ANSI_X3.4-1968", StandardCharsets.UTF_8))
                .isFalse();
        assertThat(MessageText.canPrint("", StandardCharsets.US_ASCII)).isFalse();
        assertThat(MessageText.canPrint("no such encoding", StandardCharsets.UTF_8))
                .isFalse();
        assertThat(MessageText.canPrint("UTF-8", StandardCharsets.US_ASCII)).isTrue();
        assertThat(MessageText.ascii("-Dx=\u2026")).isEqualTo("-Dx=...");
    }

    @Test
    void noun_isSingularAfterOne() {
        assertThat(MessageText.counted(1, "thread")).isEqualTo("1 thread");
        assertThat(MessageText.counted(0, "thread")).isEqualTo("0 threads");
        assertThat(MessageText.counted(2, "launch", "launches")).isEqualTo("2 launches");
        String template = "%1$s bytes of %2$s launches, %3$s axes, %4$s processes";
        assertThat(MessageText.agreeing(template, PLACE, 1, 1, 1L, "1", "1"))
                .isEqualTo("%1$s byte of %2$s launch, %3$s axis, %4$s process");
        assertThat(MessageText.agreeing(template, PLACE, 1, 10, 2, null, "a1")).isEqualTo(template);
    }
}
