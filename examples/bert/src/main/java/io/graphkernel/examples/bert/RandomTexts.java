package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Masking.Text;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Texts of random words, for time and for tests. The n-th word is about as frequent as 1 / n says (Zipf's law), so that a model
 * can learn which ones to expect.
 */
final class RandomTexts {

    private final Random random;
    private final Masking masking;
    private final int words;

    /**
     * Texts that a seed determines.
     *
     * @param vocabulary the number of tokens, special ones among them
     */
    RandomTexts(long seed, int vocabulary) {
        this.random = new Random(seed);
        this.masking = new Masking(seed, vocabulary);
        this.words = vocabulary - Masking.FIRST_WORD;
    }

    /** Texts of three quarters of the length to all of it. */
    Batch batch(int count, int length) {
        return masking.batch(Stream.generate(() -> text(length)).limit(count).toList(), length);
    }

    private Text text(int length) {
        int count = random.nextInt(3 * length / 4, length + 1) - Masking.SPECIAL;
        return new Text(sentence(count / 2), sentence(count - count / 2));
    }

    private int[] sentence(int count) {
        return random.doubles(count)
                .mapToInt(share -> Masking.FIRST_WORD - 1 + (int) Math.pow(words + 1, share))
                .toArray();
    }
}
