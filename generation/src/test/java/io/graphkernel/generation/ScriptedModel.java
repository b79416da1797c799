package io.graphkernel.generation;

import io.graphkernel.runtime.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/** A model in plain Java, whose next token is a function of all tokens of the sequence. */
public final class ScriptedModel implements CausalModel {

    private final int vocabulary;
    private final ToIntFunction<int[]> next;
    private final int[][] cache;

    /**
     * Creates a model.
     *
     * @param rows number of sequences
     * @param capacity number of slots per sequence
     * @param vocabulary number of tokens
     * @param next next token of a sequence
     */
    public ScriptedModel(int rows, int capacity, int vocabulary, ToIntFunction<int[]> next) {
        this.vocabulary = vocabulary;
        this.next = next;
        this.cache = new int[rows][capacity];
    }

    /** Returns a script of bytes, whose token is the byte, that follows the last occurrence of a token and some others. */
    public static ToIntFunction<int[]> script(String text, int marker, int others, int end) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return tokens -> {
            int last = tokens.length - 1;
            while (last >= 0 && tokens[last] != marker) {
                last--;
            }
            int index = tokens.length - 1 - last - others;
            return index < bytes.length ? bytes[index] & 0xff : end;
        };
    }

    @Override
    public int rows() {
        return cache.length;
    }

    @Override
    public int capacity() {
        return cache[0].length;
    }

    @Override
    public int vocabulary() {
        return vocabulary;
    }

    @Override
    public Tensor forward(Tensor tokens, Tensor positions, int row) {
        int count = Math.toIntExact(tokens.dimension(0));
        int length = Math.toIntExact(tokens.dimension(1));
        float[] logits = new float[count * vocabulary];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < length; j++) {
                cache[row + i][(int) positions.getLong(i, j)] = (int) tokens.getLong(i, j);
            }
            int last = (int) positions.getLong(i, length - 1);
            int[] sequence = Arrays.copyOf(cache[row + i], last + 1);
            logits[i * vocabulary + next.applyAsInt(sequence)] = 1;
        }
        return Tensor.of(logits, count, vocabulary);
    }
}
