package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.common.target.JvmModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.ElementMemory;
import io.graphkernel.runtime.generated.library.jvm.ScoreOperands.Bounds;
import io.graphkernel.runtime.generated.library.jvm.ScoreOperands.Further;
import io.graphkernel.runtime.generated.library.jvm.ScoreOperands.RowScales;
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

    /**
     * Keys or values of all heads in their storage dtype.
     *
     * @param address address of the first element
     * @param dtype storage dtype
     * @param count number of rows of a head
     * @param groups number of heads per batch
     * @param scales scales of the rows
     */
    private record StoredRows(long address, DType dtype, long count, long groups, RowScales scales) {
        void read(long head, long row, double[] target) {
            int size = target.length;
            long from = address + (head * count + row) * size * dtype.bytes();
            if (dtype == DType.I8) {
                for (int i = 0; i < size; i++) {
                    target[i] = ElementMemory.loadI8(from + i);
                }
            } else {
                RawElements.read(dtype, from, 1, target, size);
            }
            scales.apply(head / groups, head % groups, row, target);
        }
    }

    /** Queries per item. */
    private static final long ITEM_QUERIES = CpuLibraryModel.DEFAULT.attentionQueries();

    private static final int TILE_KEYS = JvmModel.LibraryTiles.DEFAULT.attentionKeys();

    private final Score score;
    private final Score removed;
    private final DType dtype;
    private final StoredRows keyRows;
    private final StoredRows valueRows;
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
            StoredRows keyRows,
            StoredRows valueRows,
            long[] sizes,
            double scale,
            long[] matrices,
            ScoreOperands operands) {
        this.score = score;
        this.removed = removed;
        this.dtype = dtype;
        this.keyRows = keyRows;
        this.valueRows = valueRows;
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
     * @param dtype dtype of query and result
     * @param keyDtype dtype of key and value
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
     * @param keyScales address of the scales of the rows of keys, followed by their strides along batch, head and row
     * @param valueScales address of the scales of the rows of values, followed by their strides
     * @param begins address of the first key of each query of a head; 0 if a query may see all keys
     * @param ends address of the end of the keys of each query
     */
    public static void run(
            long begin,
            long end,
            Score score,
            Score removed,
            DType dtype,
            DType keyDtype,
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
            long yKey,
            long keyScales,
            long keyBatch,
            long keyHead,
            long keyRow,
            long valueScales,
            long valueBatch,
            long valueHead,
            long valueRow,
            long begins,
            long ends) {
        ScoredAttention attention = new ScoredAttention(
                score,
                removed,
                dtype,
                new StoredRows(key, keyDtype, keys, groups, new RowScales(keyScales, keyBatch, keyHead, keyRow)),
                new StoredRows(
                        value, keyDtype, keys, groups, new RowScales(valueScales, valueBatch, valueHead, valueRow)),
                new long[] {queries, keys, size},
                scale,
                new long[] {query, result},
                new ScoreOperands(
                        queries,
                        groups,
                        headQueries,
                        new Further(x, xBatch, xHead, xQuery, xKey),
                        new Further(y, yBatch, yHead, yQuery, yKey),
                        new Bounds(begins, ends)));
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
        RawElements.read(dtype, address(0, head * queries + row), 1, query, size);
        long begin = operands.firstKey(row);
        long end = operands.keyEnd(row, keys);
        Arrays.fill(sums, 0);
        double largest = Double.NEGATIVE_INFINITY;
        double sum = 0;
        for (long tile = begin; tile < end; tile += TILE_KEYS) {
            int count = (int) Math.min(TILE_KEYS, end - tile);
            if (removed != null && isRemoved(head, row, tile, count)) {
                continue;
            }
            double next = largest;
            for (int i = 0; i < count; i++) {
                keyRows.read(head, tile + i, line);
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
                valueRows.read(head, tile + i, line);
                for (int column = 0; column < size; column++) {
                    sums[column] += weight * line[column];
                }
            }
            largest = next;
        }
        // Without keys, the result is 0, like any empty sum.
        for (int column = 0; column < size && end > begin; column++) {
            sums[column] /= sum;
        }
        RawElements.write(dtype, address(1, head * queries + row), sums, size);
    }

    private long address(int matrix, long row) {
        return matrices[matrix] + row * size * dtype.bytes();
    }

    private double dotProduct() {
        double sum = 0;
        for (int column = 0; column < size; column++) {
            sum += query[column] * line[column];
        }
        return sum;
    }
}
