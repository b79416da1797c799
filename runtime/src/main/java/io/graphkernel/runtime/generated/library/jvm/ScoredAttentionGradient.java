package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.common.target.CpuLibraryModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.jvm.ScoreOperands.Bounds;
import io.graphkernel.runtime.generated.library.jvm.ScoreOperands.Further;
import io.graphkernel.runtime.generated.library.jvm.ScoredAttention.Score;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/**
 * The gradient of attention by a score function in plain Java, in double, one head of the keys and one row of scores at a time.
 * The formulas are in {@code gk_attention_gradient.c}. The items of a range are blocks of queries, of which the first of a head
 * computes all.
 */
public final class ScoredAttentionGradient {

    private static final long ITEM_QUERIES = CpuLibraryModel.DEFAULT.attentionQueries();

    private final Score score;
    private final Score slope;
    private final DType dtype;
    private final long queries;
    private final int keyCount;
    private final int size;
    private final double scale;
    private final ScoreOperands operands;
    private final double[][] keys;
    private final double[][] values;
    private final double[][] dkeys;
    private final double[][] dvalues;
    private final double[] query;
    private final double[] dy;
    private final double[] dquery;
    private final double[] weights;
    private final double[] adjoints;
    private final double[] slopes;
    /** First key of the query. */
    private int firstKey;
    /** End of the keys of the query. */
    private int keyEnd;

    private ScoredAttentionGradient(
            Score score, Score slope, DType dtype, long[] sizes, double scale, ScoreOperands operands) {
        this.score = score;
        this.slope = slope;
        this.dtype = dtype;
        this.queries = sizes[0];
        this.keyCount = Math.toIntExact(sizes[1]);
        this.size = Math.toIntExact(sizes[2]);
        this.scale = scale;
        this.operands = operands;
        keys = new double[keyCount][size];
        values = new double[keyCount][size];
        dkeys = new double[keyCount][size];
        dvalues = new double[keyCount][size];
        query = new double[size];
        dy = new double[size];
        dquery = new double[size];
        weights = new double[keyCount];
        adjoints = new double[keyCount];
        slopes = new double[keyCount];
    }

    /**
     * Computes the heads whose first block of queries is in a range.
     *
     * @param begin first block
     * @param end end of the blocks
     * @param score function of a score
     * @param slope derivative of the function by the score
     * @param dtype dtype of query, key, value, cotangent and result
     * @param keyDtype dtype of key and value, equal to {@code dtype}
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
     * @param dy address of the cotangent
     * @param result address of the result
     * @param partials unused
     * @param x address of the first further operand, followed by its strides along batch, head, query and key
     * @param y address of the second further operand, followed by its strides
     * @param keyScales unused address of scales, followed by unused strides
     * @param valueScales unused address of scales, followed by unused strides
     * @param begins address of the first key of each query of a head; 0 if a query may see all keys
     * @param ends address of the end of the keys of each query
     */
    public static void run(
            long begin,
            long end,
            Score score,
            Score slope,
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
            long dy,
            long result,
            long partials,
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
        long blocks = (queries + ITEM_QUERIES) / ITEM_QUERIES;
        for (long item = begin; item < end; item++) {
            if (item % blocks == 0) {
                new ScoredAttentionGradient(
                                score,
                                slope,
                                dtype,
                                new long[] {queries, keys, size},
                                scale,
                                new ScoreOperands(
                                        queries,
                                        groups,
                                        headQueries,
                                        new Further(x, xBatch, xHead, xQuery, xKey),
                                        new Further(y, yBatch, yHead, yQuery, yKey),
                                        new Bounds(begins, ends)))
                        .compute(item / blocks, query, key, value, dy, result);
            }
        }
    }

    /** Computes nothing: only GPUs have a second function. */
    public static void runKeys(
            long begin,
            long end,
            Score score,
            Score slope,
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
            long dy,
            long result,
            long partials,
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
            long ends) {}

    private void compute(long head, long queryRows, long keyRows, long valueRows, long dyRows, long result) {
        for (int key = 0; key < keyCount; key++) {
            read(keyRows, head * keyCount + key, keys[key]);
            read(valueRows, head * keyCount + key, values[key]);
        }
        long first = head * (queries + 2L * keyCount);
        for (long row = 0; row < queries; row++) {
            read(queryRows, head * queries + row, query);
            read(dyRows, head * queries + row, dy);
            firstKey = Math.toIntExact(operands.firstKey(row));
            keyEnd = Math.toIntExact(operands.keyEnd(row, keyCount));
            computeWeights(head, row);
            add();
            write(result, first + row, dquery);
        }
        for (int key = 0; key < keyCount; key++) {
            write(result, first + queries + key, dkeys[key]);
            write(result, first + queries + keyCount + key, dvalues[key]);
        }
    }

    /** Computes the weights of a query, their adjoints, and the slopes of its scores. */
    private void computeWeights(long head, long row) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int key = firstKey; key < keyEnd; key++) {
            double product = scale * dotProduct(query, keys[key]);
            weights[key] = operands.apply(score, product, head, row, key);
            slopes[key] = operands.apply(slope, product, head, row, key);
            adjoints[key] = dotProduct(dy, values[key]);
            largest = Math.max(largest, weights[key]);
        }
        double sum = 0;
        for (int key = firstKey; key < keyEnd; key++) {
            weights[key] = Math.exp(weights[key] - largest);
            sum += weights[key];
        }
        for (int key = firstKey; key < keyEnd; key++) {
            weights[key] /= sum;
        }
    }

    /** Accumulates the contributions of a query to the adjoints of keys, values and the query. */
    private void add() {
        Arrays.fill(dquery, 0);
        double mean = 0;
        for (int key = firstKey; key < keyEnd; key++) {
            mean += weights[key] * adjoints[key];
        }
        for (int key = firstKey; key < keyEnd; key++) {
            double dscore = weights[key] * (adjoints[key] - mean) * slopes[key] * scale;
            addScaled(dscore, keys[key], dquery);
            addScaled(dscore, query, dkeys[key]);
            addScaled(weights[key], dy, dvalues[key]);
        }
    }

    private void read(long matrix, long row, double[] target) {
        RawElements.read(dtype, matrix + row * size * dtype.bytes(), 1, target, size);
    }

    private void write(long matrix, long row, double[] source) {
        RawElements.write(dtype, matrix + row * size * dtype.bytes(), source, size);
    }

    private static void addScaled(double factor, double[] source, double[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] += factor * source[i];
        }
    }

    private static double dotProduct(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
