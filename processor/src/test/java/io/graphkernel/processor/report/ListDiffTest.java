package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.report.ListDiff.Edit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListDiffTest {

    @Test
    void edits_ofEqualLists_areEmpty() {
        assertThat(ListDiff.between(List.of(3, 1, 2), List.of(3, 1, 2))).isEmpty();
    }

    @Test
    void edits_areInTheOrderOfTheOldList() {
        assertThat(ListDiff.between(List.of(0, 1, 2, 3, 4), List.of(9, 0, 2, 7, 8, 4, 5)))
                .containsExactly(
                        new Edit(0, 0, List.of(9)),
                        new Edit(1, 1, List.of()),
                        new Edit(3, 1, List.of(7, 8)),
                        new Edit(5, 0, List.of(5)));
    }

    @Test
    void elementThatMoves_isTheOnlyOneThatDoes() {
        assertThat(ListDiff.between(List.of(0, 1, 2, 3), List.of(1, 2, 3, 0)))
                .containsExactly(new Edit(0, 1, List.of()), new Edit(4, 0, List.of(0)));
    }

    @Test
    void edits_applied_giveTheNewList() {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            List<Integer> before = numbers(random);
            List<Integer> after = numbers(random);

            assertThat(applied(before, ListDiff.between(before, after))).isEqualTo(after);
        }
    }

    private static List<Integer> numbers(Random random) {
        List<Integer> numbers = IntStream.range(0, 12).boxed().collect(Collectors.toList());
        Collections.shuffle(numbers, random);
        return numbers.subList(0, random.nextInt(13));
    }

    private static List<Integer> applied(List<Integer> before, List<Edit> edits) {
        List<Integer> result = new ArrayList<>();
        int next = 0;
        for (Edit edit : edits) {
            result.addAll(before.subList(next, edit.at()));
            result.addAll(edit.added());
            next = edit.at() + edit.removed();
        }
        result.addAll(before.subList(next, before.size()));
        return result;
    }
}
