package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.common.target.JvmModel;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/** Attention in plain Java, in double, one query row at a time, with an online softmax over tiles of keys. */
public final class JavaAttention implements RangeFunction {
    private static final int TILE_KEYS = JvmModel.LibraryTiles.DEFAULT.attentionKeys();

    private final AttentionShape shape;
    private final DType dtype;

    private JavaAttention(AttentionShape shape, DType dtype) {
        this.shape = shape;
        this.dtype = dtype;
    }

    public static LibraryKernel kernel(AttentionShape shape, DType dtype) {
        long rows = shape.elementCount() == 0 ? 0 : shape.batches() * shape.heads() * shape.queries();
        return LibraryKernel.ofChunks(new JavaAttention(shape, dtype), rows, 0);
    }

    /** Returns a score with its mask: minus infinity if the mask is, even if the product is infinite or NaN. */
    static double masked(double score, double mask) {
        return mask == Double.NEGATIVE_INFINITY ? mask : score + mask;
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        RowAccumulator row = new RowAccumulator(arguments);
        for (long i = begin; i < end; i++) {
            row.compute(i);
        }
    }

    /** The accumulator of one row of the result. */
    private final class RowAccumulator {
        private final int size = Math.toIntExact(shape.size());
        private final long queries;
        private final long keys;
        private final long values;
        private final long mask;
        private final long results;
        private final double scale;
        private final double[] query = new double[size];
        private final double[] line = new double[size];
        private final double[] sums = new double[size];
        private final double[] scores = new double[TILE_KEYS];
        private final double[] masks = new double[TILE_KEYS];

        RowAccumulator(long arguments) {
            queries = Memory.getLong(arguments);
            keys = Memory.getLong(arguments + Long.BYTES);
            values = Memory.getLong(arguments + 2 * Long.BYTES);
            mask = shape.isMasked() ? Memory.getLong(arguments + (long) shape.maskSlot() * Long.BYTES) : 0;
            results = Memory.getLong(arguments + (long) shape.operands() * Long.BYTES);
            scale = Double.longBitsToDouble(Memory.getLong(arguments + (long) shape.scaleSlot() * Long.BYTES));
        }

        void compute(long row) {
            read(queries, row, query);
            Arrays.fill(sums, 0);
            double largest = Double.NEGATIVE_INFINITY;
            double sum = 0;
            long firstKey = row / shape.queries() * shape.keys();
            for (long tile = 0; tile < shape.keys(); tile += TILE_KEYS) {
                int count = (int) Math.min(TILE_KEYS, shape.keys() - tile);
                if (shape.isMasked()) {
                    readMask(row, tile, count);
                    if (Arrays.stream(masks, 0, count).allMatch(addend -> addend == Double.NEGATIVE_INFINITY)) {
                        continue;
                    }
                }
                for (int i = 0; i < count; i++) {
                    read(keys, firstKey + tile + i, line);
                    scores[i] = masked(scale * dotProduct(), masks[i]);
                }
                double next = largest;
                for (int i = 0; i < count; i++) {
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
                    read(values, firstKey + tile + i, line);
                    for (int column = 0; column < size; column++) {
                        sums[column] += weight * line[column];
                    }
                }
                largest = next;
            }
            // Without keys, the result is 0, like any empty sum.
            for (int column = 0; column < size && shape.keys() > 0; column++) {
                sums[column] /= sum;
            }
            RawElements.write(dtype, results + row * size * dtype.bytes(), sums, size);
        }

        private void read(long matrix, long row, double[] target) {
            RawElements.read(dtype, matrix + row * size * dtype.bytes(), 1, target, size);
        }

        private double dotProduct() {
            double sum = 0;
            for (int column = 0; column < size; column++) {
                sum += query[column] * line[column];
            }
            return sum;
        }

        /** Reads the mask of a row and a tile of keys. */
        private void readMask(long row, long firstKey, int count) {
            long head = row / shape.queries();
            long[] strides = shape.mask();
            long element = head / shape.heads() * strides[0]
                    + head % shape.heads() * strides[1]
                    + row % shape.queries() * strides[2]
                    + firstKey * strides[3];
            RawElements.read(dtype, mask + element * dtype.bytes(), strides[3], masks, count);
        }
    }
}
