package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/**
 * The gradient of attention in plain Java, in double, one head and one row of scores at a time. The formulas are in
 * {@code gk_attention_gradient.c}.
 */
public final class JavaAttentionGradient implements RangeFunction {
    private final AttentionShape shape;
    private final DType dtype;

    private JavaAttentionGradient(AttentionShape shape, DType dtype) {
        this.shape = shape;
        this.dtype = dtype;
    }

    public static LibraryKernel kernel(AttentionShape shape, DType dtype) {
        long heads = shape.elementCount() == 0 ? 0 : shape.batches() * shape.heads();
        return LibraryKernel.ofChunks(new JavaAttentionGradient(shape, dtype), heads, 0);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        for (long head = begin; head < end; head++) {
            new HeadAccumulator(arguments, head).compute();
        }
    }

    /** The accumulators of one head. */
    private final class HeadAccumulator {
        private final int size = Math.toIntExact(shape.size());
        private final int keyCount = Math.toIntExact(shape.keys());
        private final long head;
        private final long queries;
        private final long dys;
        private final long mask;
        private final long results;
        private final double scale;
        private final double[][] keys;
        private final double[][] values;
        private final double[][] dkeys = new double[keyCount][size];
        private final double[][] dvalues = new double[keyCount][size];
        private final double[] query = new double[size];
        private final double[] dy = new double[size];
        private final double[] dquery = new double[size];
        private final double[] weights = new double[keyCount];
        private final double[] adjoints = new double[keyCount];

        HeadAccumulator(long arguments, long head) {
            this.head = head;
            queries = address(arguments, 0);
            dys = address(arguments, 3);
            mask = shape.isMasked() ? address(arguments, shape.maskSlot()) : 0;
            results = address(arguments, shape.operands());
            scale = Double.longBitsToDouble(address(arguments, shape.scaleSlot()));
            keys = rows(address(arguments, 1));
            values = rows(address(arguments, 2));
        }

        private long address(long arguments, int slot) {
            return Memory.getLong(arguments + (long) slot * Long.BYTES);
        }

        private double[][] rows(long matrix) {
            double[][] rows = new double[keyCount][size];
            for (int key = 0; key < keyCount; key++) {
                read(matrix, head * keyCount + key, rows[key]);
            }
            return rows;
        }

        private void read(long matrix, long row, double[] target) {
            RawElements.read(dtype, matrix + row * size * dtype.bytes(), 1, target, size);
        }

        private void write(long row, double[] source) {
            long number = head * shape.resultRows() + row;
            RawElements.write(dtype, results + number * size * dtype.bytes(), source, size);
        }

        void compute() {
            for (long row = 0; row < shape.queries(); row++) {
                read(queries, head * shape.queries() + row, query);
                read(dys, head * shape.queries() + row, dy);
                computeWeights(row);
                add();
                write(row, dquery);
            }
            for (int key = 0; key < keyCount; key++) {
                write(shape.queries() + key, dkeys[key]);
                write(shape.queries() + keyCount + key, dvalues[key]);
            }
        }

        /** Computes the weights of a query and their adjoints. */
        private void computeWeights(long row) {
            readMask(row);
            double largest = Double.NEGATIVE_INFINITY;
            for (int key = 0; key < keyCount; key++) {
                weights[key] = JavaAttention.masked(scale * dotProduct(query, keys[key]), weights[key]);
                adjoints[key] = dotProduct(dy, values[key]);
                largest = Math.max(largest, weights[key]);
            }
            double sum = 0;
            for (int key = 0; key < keyCount; key++) {
                weights[key] = Math.exp(weights[key] - largest);
                sum += weights[key];
            }
            for (int key = 0; key < keyCount; key++) {
                weights[key] /= sum;
            }
        }

        /** Reads the mask of a query into the weights; zeros without a mask. */
        private void readMask(long row) {
            if (!shape.isMasked()) {
                Arrays.fill(weights, 0);
                return;
            }
            long[] strides = shape.mask();
            long element = head / shape.heads() * strides[0] + head % shape.heads() * strides[1] + row * strides[2];
            RawElements.read(dtype, mask + element * dtype.bytes(), strides[3], weights, keyCount);
        }

        /** Accumulates the contributions of a query to the adjoints of keys, values and the query. */
        private void add() {
            Arrays.fill(dquery, 0);
            double mean = dotProduct(weights, adjoints);
            for (int key = 0; key < keyCount; key++) {
                double dscore = weights[key] * (adjoints[key] - mean) * scale;
                addScaled(dscore, keys[key], dquery);
                addScaled(dscore, query, dkeys[key]);
                addScaled(weights[key], dy, dvalues[key]);
            }
        }

        private void addScaled(double factor, double[] source, double[] target) {
            for (int i = 0; i < size; i++) {
                target[i] += factor * source[i];
            }
        }

        private double dotProduct(double[] a, double[] b) {
            double sum = 0;
            for (int i = 0; i < a.length; i++) {
                sum += a[i] * b[i];
            }
            return sum;
        }
    }
}
