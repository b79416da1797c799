package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sizes of a matrix product, its batch dims collapsed. All strides count elements.
 *
 * @param resultDims the dims of the result
 * @param m the rows of one product; batches that share b and follow each other in a count as rows of one product
 * @param n its columns
 * @param k the length of its sums
 * @param aRow from one row of a to the next
 * @param aColumn from one column of a to the next
 * @param bRow from one row of b to the next
 * @param bColumn from one column of b to the next
 * @param runs the loops over the products, outermost first; each result follows the last
 */
record MatMulShape(
        List<Long> resultDims,
        long m,
        long n,
        long k,
        long aRow,
        long aColumn,
        long bRow,
        long bColumn,
        List<Run> runs) {

    /**
     * A loop over products.
     *
     * @param aStride from one a to the next, 0 if it is used again
     * @param bStride from one b to the next, 0 if it is used again
     */
    record Run(long extent, long aStride, long bStride) {}

    /**
     * The sizes for the operands' dims.
     *
     * @throws ShapeMismatchException if they do not fit together
     */
    static MatMulShape of(
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
        List<Run> runs = new ArrayList<>();
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
            prepend(runs, new Run(result[axis], fromA == 1 ? 0 : aSize, fromB == 1 ? 0 : bSize));
            aSize *= fromA;
            bSize *= fromB;
        }
        int last = runs.size() - 1;
        if (last >= 0
                && !transposeA
                && runs.get(last).bStride() == 0
                && runs.get(last).aStride() == m * k) {
            m *= runs.remove(last).extent();
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
                List.copyOf(runs));
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

    /** Adds an outer loop, which becomes one with the outermost where both operands' strides allow it. */
    private static void prepend(List<Run> runs, Run outer) {
        if (outer.extent() == 1) {
            return;
        }
        if (!runs.isEmpty()) {
            Run inner = runs.get(0);
            boolean follows = outer.aStride() == inner.extent() * inner.aStride()
                    && outer.bStride() == inner.extent() * inner.bStride();
            if (follows) {
                runs.set(0, new Run(outer.extent() * inner.extent(), inner.aStride(), inner.bStride()));
                return;
            }
        }
        runs.add(0, outer);
    }

    /** The number of products. */
    long products() {
        return runs.stream().mapToLong(Run::extent).reduce(1, (x, y) -> x * y);
    }

    /** The number of elements of the result. */
    long elementCount() {
        return products() * m * n;
    }

    /** The number of elements of a. */
    long aElements() {
        return runs.stream()
                .filter(run -> run.aStride() != 0)
                .mapToLong(Run::extent)
                .reduce(m * k, (x, y) -> x * y);
    }

    /** The number of elements of b. */
    long bElements() {
        return runs.stream()
                .filter(run -> run.bStride() != 0)
                .mapToLong(Run::extent)
                .reduce(k * n, (x, y) -> x * y);
    }

    /** Where the a of a product begins. */
    long aOffset(long product) {
        long offset = 0;
        long rest = product;
        for (int i = runs.size() - 1; i >= 0; i--) {
            Run run = runs.get(i);
            offset += rest % run.extent() * run.aStride();
            rest /= run.extent();
        }
        return offset;
    }

    /** Where the b of a product begins. */
    long bOffset(long product) {
        long offset = 0;
        long rest = product;
        for (int i = runs.size() - 1; i >= 0; i--) {
            Run run = runs.get(i);
            offset += rest % run.extent() * run.bStride();
            rest /= run.extent();
        }
        return offset;
    }
}
