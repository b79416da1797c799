package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.common.target.JvmModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.jvm.ScoreOperands.Further;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/**
 * Attention by a score function in plain Java, in double, one query at a time, with an online softmax over tiles of keys.
 * The items of a range are blocks of queries, as on the CPU.
 */
public final class ScoredAttention {

    /** Function of a score, its indices and further elements. */
    @FunctionalInterface
    public interface Score {

        /** Returns the score, or minus infinity for a removed key. */
        float apply(float score, int batch, int head, int query, int key, float x, float y);
    }

    /** Queries per item. */
    private static final long ITEM_QUERIES = CpuModel.Library.DEFAULT.attentionQueries();

    private static final int TILE_KEYS = JvmModel.LibraryTiles.DEFAULT.attentionKeys();

    private final Score score;
    private final Score removed;
    private final DType dtype;
    private final long queries;
    private final long keys;
    private final int size;
    private final double scale;
    private final long[] matrices;
    private final ScoreOperands operands;
    private final double[] query;
    private final double[] line;
    private final double[] sums;
    private final double[] scores = new double[TILE_KEYS];

    private ScoredAttention(
            Score score,
            Score removed,
            DType dtype,
            long[] sizes,
            double scale,
            long[] matrices,
            ScoreOperands operands) {
        this.score = score;
        this.removed = removed;
        this.dtype = dtype;
        this.queries = sizes[0];
        this.keys = sizes[1];
        this.size = Math.toIntExact(sizes[2]);
        this.scale = scale;
        this.matrices = matrices;
        this.operands = operands;
        query = new double[size];
        line = new double[size];
        sums = new double[size];
    }

    /**
     * Computes some blocks of queries.
     *
     * @param begin first block
     * @param end end of the blocks
     * @param score function of a score
     * @param removed function that is minus infinity for keys that the score function removes; null if there is none
     * @param dtype dtype of query, key, value and result
     * @param heads number of heads of the keys in all batches
     * @param queries number of queries that share keys
     * @param keys number of keys
     * @param size number of columns
     * @param groups number of heads of the keys per batch
     * @param headQueries number of queries of a head
     * @param scale factor of the products
     * @param query address of the queries
     * @param key address of the keys
     * @param value address of the values
     * @param result address of the result
     * @param x address of the first further operand, followed by its strides along batch, head, query and key
     * @param y address of the second further operand, followed by its strides
     */
    public static void run(
            long begin,
            long end,
            Score score,
            Score removed,
            DType dtype,
            long heads,
            long queries,
            long keys,
            long size,
            long groups,
            long headQueries,
            float scale,
            long query,
            long key,
            long value,
            long result,
            long x,
            long xBatch,
            long xHead,
            long xQuery,
            long xKey,
            long y,
            long yBatch,
            long yHead,
            long yQuery,
            long yKey) {
        ScoredAttention attention = new ScoredAttention(
                score,
                removed,
                dtype,
                new long[] {queries, keys, size},
                scale,
                new long[] {query, key, value, result},
                new ScoreOperands(
                        queries,
                        groups,
                        headQueries,
                        new Further(x, xBatch, xHead, xQuery, xKey),
                        new Further(y, yBatch, yHead, yQuery, yKey)));
        long blocks = (queries + ITEM_QUERIES - 1) / ITEM_QUERIES;
        for (long item = begin; item < end; item++) {
            long first = item % blocks * ITEM_QUERIES;
            for (long row = first; row < Math.min(first + ITEM_QUERIES, queries); row++) {
                attention.compute(item / blocks, row);
            }
        }
    }

    private boolean isRemoved(long head, long row, long tile, int count) {
        for (int i = 0; i < count; i++) {
            if (operands.apply(removed, 0, head, row, tile + i) != Float.NEGATIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    private void compute(long head, long row) {
        read(0, head * queries + row, query);
        Arrays.fill(sums, 0);
        double largest = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (long tile = 0; tile < keys; tile += TILE_KEYS) {
            int count = (int) Math.min(TILE_KEYS, keys - tile);
            if (removed != null && isRemoved(head, row, tile, count)) {
                continue;
            }
            double next = largest;
            for (int i = 0; i < count; i++) {
                read(1, head * keys + tile + i, line);
                scores[i] = operands.apply(score, scale * dotProduct(), head, row, tile + i);
                next = Math.max(next, scores[i]);
            }
            // If all scores so far are -infinity, their exponentials are 0 instead of NaN.
            double shift = next == Double.NEGATIVE_INFINITY ? 0 : next;
            double decay = Math.exp(largest - shift);
            sum *= decay;
            for (int column = 0; column < size; column++) {
                sums[column] *= decay;
            }
            for (int i = 0; i < count; i++) {
                double weight = Math.exp(scores[i] - shift);
                sum += weight;
                read(2, head * keys + tile + i, line);
                for (int column = 0; column < size; column++) {
                    sums[column] += weight * line[column];
                }
            }
            largest = next;
        }
        // Without keys, the result is 0, like any empty sum.
        for (int column = 0; column < size && keys > 0; column++) {
            sums[column] /= sum;
        }
        RawElements.write(dtype, address(matrices.length - 1, head * queries + row), sums, size);
    }

    private long address(int matrix, long row) {
        return matrices[matrix] + row * size * dtype.bytes();
    }

    private void read(int matrix, long row, double[] target) {
        RawElements.read(dtype, address(matrix, row), 1, target, size);
    }

    private double dotProduct() {
        double sum = 0;
        for (int column = 0; column < size; column++) {
            sum += query[column] * line[column];
        }
        return sum;
    }
}
