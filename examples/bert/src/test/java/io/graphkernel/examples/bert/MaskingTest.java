package io.graphkernel.examples.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Masking.Text;
import io.graphkernel.runtime.TensorScope;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MaskingTest {

    private static final int VOCABULARY = 1000;
    private static final int LENGTH = 128;

    private final TensorScope scope = TensorScope.open();

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void masking_putsSpecialTokensAroundSentencesAndPaddingAfterThem() {
        Batch batch = new Masking(1, VOCABULARY).batch(List.of(text(2, 3)), 10);

        assertThat(batch.segments().toIntArray()).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 0, 0);
        assertThat(batch.seen().toIntArray()).containsExactly(1, 1, 1, 1, 1, 1, 1, 1, 0, 0);
        int[] tokens = batch.tokens().toIntArray();
        assertThat(new int[] {tokens[0], tokens[3], tokens[7], tokens[8], tokens[9]})
                .containsExactly(Masking.CLASSIFY, Masking.SEPARATE, Masking.SEPARATE, 0, 0);
    }

    @Test
    void masking_choosesFifteenPercentAndNoSpecialToken() {
        Text text = text(60, 65);
        Batch batch = new Masking(1, VOCABULARY).batch(List.of(text, text(10, 10)), LENGTH);

        float[] weights = batch.weights().toFloatArray();
        int[] masked = batch.masked().toIntArray();
        int[] labels = batch.labels().toIntArray();
        assertThat(weights).hasSize(2 * 20);
        Set<Integer> positions = new HashSet<>();
        for (int offset = 0; offset < 20; offset++) {
            if (weights[offset] == 1) {
                int position = masked[offset];
                positions.add(position);
                int word = position < 61 ? position - 1 : position - 62;
                assertThat(labels[offset]).isEqualTo((position < 61 ? text.first() : text.second())[word]);
            }
        }
        assertThat(positions).hasSize(19).doesNotContain(0, 61, 127);
        assertThat(IntStream.range(20, 40)
                        .mapToDouble(offset -> weights[offset])
                        .sum())
                .isEqualTo(3);
    }

    @Test
    void masking_hidesEightOfTenReplacesOneAndKeepsOne() {
        Batch batch = new Masking(1, VOCABULARY).batch(Collections.nCopies(500, text(60, 65)), LENGTH);

        int[] tokens = batch.tokens().toIntArray();
        int[] masked = batch.masked().toIntArray();
        int[] labels = batch.labels().toIntArray();
        float[] weights = batch.weights().toFloatArray();
        double hidden = 0;
        double kept = 0;
        double sum = 0;
        for (int position = 0; position < masked.length; position++) {
            int shown = tokens[masked[position]];
            hidden += weights[position] == 1 && shown == Masking.MASK ? 1 : 0;
            kept += weights[position] == 1 && shown == labels[position] ? 1 : 0;
            sum += weights[position];
        }
        assertThat(hidden / sum).isCloseTo(0.8, within(0.02));
        assertThat(kept / sum).isCloseTo(0.1, within(0.02));
    }

    @Test
    void masking_choosesAsItsSeedStates() {
        List<Text> texts = List.of(text(60, 65));
        int[] tokens = new Masking(1, VOCABULARY).batch(texts, LENGTH).tokens().toIntArray();

        assertThat(new Masking(1, VOCABULARY).batch(texts, LENGTH).tokens().toIntArray())
                .isEqualTo(tokens);
        assertThat(new Masking(2, VOCABULARY).batch(texts, LENGTH).tokens().toIntArray())
                .isNotEqualTo(tokens);
    }

    @Test
    void masking_rejectsATextThatIsTooLong() {
        Masking masking = new Masking(1, VOCABULARY);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> masking.batch(List.of(text(4, 4)), 10))
                .withMessage("Text 0 has 11 tokens, 3 special ones among them, and the length of the batch is 10:"
                        + " shorten its sentences");
    }

    /** All words are different. */
    private static Text text(int first, int second) {
        int begin = Masking.FIRST_WORD;
        return new Text(
                IntStream.range(begin, begin + first).toArray(),
                IntStream.range(begin + first, begin + first + second).toArray());
    }
}
