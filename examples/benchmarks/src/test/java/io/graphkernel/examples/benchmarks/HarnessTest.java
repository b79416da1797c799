package io.graphkernel.examples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Harness.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HarnessTest {
    @Test
    void contestants_areComparedWithinARound() {
        Times ours = new Times(new double[] {110, 220, 100});
        Times theirs = new Times(new double[] {100, 200, 200});

        assertThat(ours.best()).isEqualTo(100);
        assertThat(ours.over(theirs)).isEqualTo(1.1);
    }

    @Test
    void spread_omitsOutliers() {
        Times once = new Times(new double[] {100, 300, 110, 100, 100, 90, 100, 50});
        Times again = new Times(new double[] {100, 100, 100, 100, 100, 100, 100, 100});

        assertThat(once.spreadOver(again)).containsExactly(0.9, 1.1);
    }

    @Test
    void recordedRatios_areReadAsWritten(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("ratios.txt");
        RecordedRatios first = RecordedRatios.read(file).with("one machine", Map.of("a, b [4, 4]", 1.25, "c", 2.0));

        first.write(file);

        assertThat(RecordedRatios.read(file)).isEqualTo(first);
        assertThat(first.with("one machine", Map.of("c", 3.0)).ratios())
                .isEqualTo(Map.of("a, b [4, 4]", 1.25, "c", 3.0));
        assertThat(first.with("another", Map.of("c", 3.0)).ratios()).isEqualTo(Map.of("c", 3.0));
    }

    @Test
    void contestants_ofOneName_countByTheBest() {
        Contestant slow = new Contestant("one", () -> sleep(8));
        Contestant fast = new Contestant("one", () -> {});

        var times = new Harness(2, 0, 0).measureRounds(List.of(slow, fast));

        assertThat(Arrays.stream(times.get("one").rounds())).hasSize(2).allMatch(time -> time < 8e6);
    }

    private static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
