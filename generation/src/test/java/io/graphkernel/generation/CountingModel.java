package io.graphkernel.generation;

import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A model in plain Java: the next token is a hash of all tokens of the sequence, which it reads from its cache. */
final class CountingModel implements CausalModel {

    static final int VOCABULARY = 97;

    private final int rows;
    private final int capacity;
    private final int[][] cache;
    /** Number of rows and tokens of each call. */
    final List<String> calls = new ArrayList<>();

    CountingModel(int rows, int capacity) {
        this.rows = rows;
        this.capacity = capacity;
        this.cache = new int[rows][capacity];
        for (int[] row : cache) {
            Arrays.fill(row, -7);
        }
    }

    /** Returns the continuation of a prompt by the definition. */
    static int[] continuation(int[] prompt, int count) {
        int[] tokens = Arrays.copyOf(prompt, prompt.length + count);
        for (int i = prompt.length; i < tokens.length; i++) {
            tokens[i] = Math.floorMod(Arrays.hashCode(Arrays.copyOf(tokens, i)), VOCABULARY);
        }
        return Arrays.copyOfRange(tokens, prompt.length, tokens.length);
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int vocabulary() {
        return VOCABULARY;
    }

    @Override
    public void clear(int row) {
        calls.add("clear " + row);
        Arrays.fill(cache[row], -7);
    }

    @Override
    public Tensor forward(Tensor tokens, Tensor positions, int row) {
        int count = Math.toIntExact(tokens.dimension(0));
        int length = Math.toIntExact(tokens.dimension(1));
        calls.add(count + "x" + length);
        float[] logits = new float[count * VOCABULARY];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < length; j++) {
                cache[row + i][(int) positions.getLong(i, j)] = (int) tokens.getLong(i, j);
            }
            int last = (int) positions.getLong(i, length - 1);
            int[] sequence = Arrays.copyOf(cache[row + i], last + 1);
            logits[i * VOCABULARY + Math.floorMod(Arrays.hashCode(sequence), VOCABULARY)] = 1;
        }
        return Tensor.of(logits, count, VOCABULARY);
    }
}
