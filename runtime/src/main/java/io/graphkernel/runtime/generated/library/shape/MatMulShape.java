package io.graphkernel.runtime.generated.library.shape;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sizes of a matmul with collapsed batch dims. All strides count elements.
 *
 * @param resultDims dims of the result
 * @param m number of rows; adjacent batches that share b are merged into the rows of one matmul
 * @param n number of columns
 * @param k length of the sums
 * @param aRow row stride of a
 * @param aColumn column stride of a
 * @param bRow row stride of b
 * @param bColumn column stride of b
 * @param batchLoops batch loops, outermost first; results are contiguous
 */
public record MatMulShape(
        List<Long> resultDims,
        long m,
        long n,
        long k,
        long aRow,
        long aColumn,
        long bRow,
        long bColumn,
        List<BatchLoop> batchLoops) {

    /**
     * A loop over batches.
     *
     * @param extent number of iterations
     * @param aStride stride of a, 0 if broadcast
     * @param bStride stride of b, 0 if broadcast
     */
    public record BatchLoop(long extent, long aStride, long bStride) {}

    /**
     * Returns the sizes for the operands' dims.
     *
     * @throws ShapeMismatchException if the dims are inconsistent
     */
    public static MatMulShape of(
            String method, String aName, long[] a, boolean transposeA, String bName, long[] b, boolean transposeB) {
        requireMatrix(method, aName, a);
        requireMatrix(method, bName, b);
        long m = a[a.length - (transposeA ? 1 : 2)];
        long k = a[a.length - (transposeA ? 2 : 1)];
        long n = b[b.length - (transposeB ? 2 : 1)];
        if (b[b.length - (transposeB ? 1 : 2)] != k) {
            throw new ShapeMismatchException(
                    RuntimeProblem.INNER_DIMENSION,
                    method,
                    described(aName, a, transposeA),
                    k,
                    described(bName, b, transposeB),
                    b[b.length - (transposeB ? 1 : 2)]);
        }
        int batchRank = Math.max(a.length, b.length) - 2;
        long[] result = new long[batchRank + 2];
        result[batchRank] = m;
        result[batchRank + 1] = n;
        long aSize = m * k;
        long bSize = k * n;
        List<BatchLoop> batchLoops = new ArrayList<>();
        for (int axis = batchRank - 1; axis >= 0; axis--) {
            long fromA = dim(a, axis - batchRank + a.length - 2);
            long fromB = dim(b, axis - batchRank + b.length - 2);
            if (fromA != fromB && fromA != 1 && fromB != 1) {
                throw new ShapeMismatchException(
                        RuntimeProblem.BROADCAST_MISMATCH,
                        method,
                        aName,
                        Arrays.toString(a),
                        bName,
                        Arrays.toString(b),
                        fromA,
                        fromB);
            }
            result[axis] = fromA == 1 ? fromB : fromA;
            prepend(batchLoops, new BatchLoop(result[axis], fromA == 1 ? 0 : aSize, fromB == 1 ? 0 : bSize));
            aSize *= fromA;
            bSize *= fromB;
        }
        int last = batchLoops.size() - 1;
        if (last >= 0
                && !transposeA
                && batchLoops.get(last).bStride() == 0
                && batchLoops.get(last).aStride() == m * k) {
            m *= batchLoops.remove(last).extent();
        }
        List<Long> resultDims = Arrays.stream(result).boxed().toList();
        return new MatMulShape(
                resultDims,
                m,
                n,
                k,
                transposeA ? 1 : k,
                transposeA ? m : 1,
                transposeB ? 1 : n,
                transposeB ? k : 1,
                List.copyOf(batchLoops));
    }

    private static void requireMatrix(String method, String name, long[] dims) {
        if (dims.length < 2) {
            throw new ShapeMismatchException(
                    RuntimeProblem.TOO_FEW_DIMENSIONS, method, name, Arrays.toString(dims), dims.length, 2);
        }
    }

    private static String described(String name, long[] dims, boolean transposed) {
        return name + " " + Arrays.toString(dims) + (transposed ? " transposed" : "");
    }

    private static long dim(long[] dims, int axis) {
        return axis < 0 ? 1 : dims[axis];
    }

    /** Adds an outer loop, merged with the outermost one if the strides of both operands allow it. */
    private static void prepend(List<BatchLoop> batchLoops, BatchLoop outer) {
        if (outer.extent() == 1) {
            return;
        }
        if (!batchLoops.isEmpty()) {
            BatchLoop inner = batchLoops.get(0);
            boolean follows = outer.aStride() == inner.extent() * inner.aStride()
                    && outer.bStride() == inner.extent() * inner.bStride();
            if (follows) {
                batchLoops.set(0, new BatchLoop(outer.extent() * inner.extent(), inner.aStride(), inner.bStride()));
                return;
            }
        }
        batchLoops.add(0, outer);
    }

    /** Returns the number of matrices in the batch. */
    public long batchSize() {
        return batchLoops.stream().mapToLong(BatchLoop::extent).reduce(1, (x, y) -> x * y);
    }

    /** Returns the number of elements of the result. */
    public long elementCount() {
        return batchSize() * m * n;
    }

    /** Returns the number of elements of a. */
    public long aElements() {
        return batchLoops.stream()
                .filter(loop -> loop.aStride() != 0)
                .mapToLong(BatchLoop::extent)
                .reduce(m * k, (x, y) -> x * y);
    }

    /** Returns the number of elements of b. */
    public long bElements() {
        return batchLoops.stream()
                .filter(loop -> loop.bStride() != 0)
                .mapToLong(BatchLoop::extent)
                .reduce(k * n, (x, y) -> x * y);
    }

    /** Returns the offset of the matrix a of a batch. */
    public long aOffset(long batchIndex) {
        long offset = 0;
        long remainder = batchIndex;
        for (int i = batchLoops.size() - 1; i >= 0; i--) {
            BatchLoop loop = batchLoops.get(i);
            offset += remainder % loop.extent() * loop.aStride();
            remainder /= loop.extent();
        }
        return offset;
    }

    /** Returns the offset of the matrix b of a batch. */
    public long bOffset(long batchIndex) {
        long offset = 0;
        long remainder = batchIndex;
        for (int i = batchLoops.size() - 1; i >= 0; i--) {
            BatchLoop loop = batchLoops.get(i);
            offset += remainder % loop.extent() * loop.bStride();
            remainder /= loop.extent();
        }
        return offset;
    }
}
