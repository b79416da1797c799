package io.graphkernel.examples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Harness.Times;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HarnessTest {
    @Test
    void contestants_areComparedWithinARound() {
        Times ours = new Times(new double[] {110, 220, 100});
        Times theirs = new Times(new double[] {100, 200, 200});

        assertThat(ours.best()).isEqualTo(100);
        assertThat(ours.over(theirs)).isEqualTo(1.1);
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
