package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes batches whose masked tokens are to be named, as published (Devlin et al., BERT, 2019, section 3.1): 15 % of the tokens
 * of a text are chosen; of these, 80 % are hidden by [MASK], 10 % replaced by a random token, and 10 % left as they are.
 */
public final class Masking {

    /** The special tokens of published vocabularies; padding is 0. */
    static final int CLASSIFY = 101;

    static final int SEPARATE = 102;
    static final int MASK = 103;

    /** Tokens from here on are words. */
    static final int FIRST_WORD = 104;

    /** Number of special tokens of a text. */
    static final int SPECIAL = 3;

    private static final double CHOSEN = 0.15;
    private static final double HIDDEN = 0.8;
    private static final double REPLACED = 0.1;

    private final Random random;
    private final int vocabulary;

    /** The tokens of two sentences, without special ones. */
    public record Text(int[] first, int[] second) {}

    /** The elements of a batch, text by text. */
    private static final class Elements {
        private final int length;
        private final int positions;
        private final int[] tokens;
        private final int[] segments;
        private final int[] seen;
        private final int[] masked;
        private final int[] labels;
        private final float[] weights;

        Elements(int texts, int length) {
            this.length = length;
            positions = (int) Math.ceil(CHOSEN * length);
            tokens = new int[texts * length];
            segments = new int[tokens.length];
            seen = new int[tokens.length];
            masked = new int[texts * positions];
            labels = new int[masked.length];
            weights = new float[masked.length];
        }

        Batch batch() {
            int texts = tokens.length / length;
            return new Batch(
                    Tensor.of(tokens, texts, length),
                    Tensor.of(segments, texts, length),
                    Tensor.of(seen, texts, length),
                    Tensor.of(masked, masked.length),
                    Tensor.of(labels, labels.length),
                    Tensor.of(weights, weights.length));
        }
    }

    /**
     * Chooses as a seed says: the same texts in the same order give the same batches.
     *
     * @param seed of the choices
     * @param vocabulary the number of tokens, special ones among them
     */
    public Masking(long seed, int vocabulary) {
        this.random = new Random(seed);
        this.vocabulary = vocabulary;
    }

    /**
     * Masks texts. All have as many masked positions as a text of the whole length; those that are too many have the weight 0.
     *
     * @param texts two sentences each
     * @param length tokens of a text and of its three special ones; shorter texts are padded
     * @throws IllegalArgumentException if a text is longer
     */
    public Batch batch(List<Text> texts, int length) {
        Elements elements = new Elements(texts.size(), length);
        for (int row = 0; row < texts.size(); row++) {
            mask(put(texts.get(row), row, elements), row, elements);
        }
        return elements.batch();
    }

    /** Gives the positions of the words. */
    private static List<Integer> put(Text text, int row, Elements to) {
        int[] first = text.first();
        int[] second = text.second();
        int count = first.length + second.length + SPECIAL;
        if (count > to.length) {
            throw new IllegalArgumentException("Text " + row + " has " + count + " tokens, " + SPECIAL
                    + " special ones among them, and the length of the batch is " + to.length
                    + ": shorten its sentences");
        }
        int begin = row * to.length;
        int middle = begin + first.length + 2;
        int end = begin + count;
        to.tokens[begin] = CLASSIFY;
        System.arraycopy(first, 0, to.tokens, begin + 1, first.length);
        to.tokens[middle - 1] = SEPARATE;
        System.arraycopy(second, 0, to.tokens, middle, second.length);
        to.tokens[end - 1] = SEPARATE;
        Arrays.fill(to.segments, middle, end, 1);
        Arrays.fill(to.seen, begin, end, 1);
        return IntStream.concat(IntStream.range(begin + 1, middle - 1), IntStream.range(middle, end - 1))
                .boxed()
                .collect(Collectors.toList());
    }

    private void mask(List<Integer> words, int row, Elements to) {
        Collections.shuffle(words, random);
        long share = Math.max(1, Math.round(CHOSEN * (words.size() + SPECIAL)));
        int offset = row * to.positions;
        Arrays.fill(to.masked, offset, offset + to.positions, row * to.length);
        for (int word : words.subList(0, (int) Math.min(words.size(), share))) {
            to.masked[offset] = word;
            to.labels[offset] = to.tokens[word];
            to.weights[offset] = 1;
            to.tokens[word] = shown(to.tokens[word]);
            offset++;
        }
    }

    /** Returns the token that the model is shown in place of a chosen token. */
    private int shown(int token) {
        double way = random.nextDouble();
        if (way < HIDDEN) {
            return MASK;
        }
        return way < HIDDEN + REPLACED ? random.nextInt(FIRST_WORD, vocabulary) : token;
    }
}
