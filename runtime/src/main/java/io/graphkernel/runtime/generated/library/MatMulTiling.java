package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;

/**
 * How a matrix product is split into parts for threads.
 *
 * @param batch how many products of the innermost run a part holds
 * @param rows the rows of a part; the last parts may have fewer, here and below
 * @param columns its columns
 * @param packed whether a part first copies its columns of b next to each other
 */
record MatMulTiling(long batch, long rows, long columns, boolean packed) {
    /** Fewer multiplications are not worth another thread. */
    private static final long WORK_PER_THREAD = 1 << 18;

    /** A product of so many multiplications is not split off a batch for its own sake. */
    private static final long LARGE_PRODUCT = 1 << 20;

    /** From so many rows on, a packed panel is used often enough to pay. */
    private static final long PACKING_ROWS = 512;

    /** Below so many rows, the copy that oneDNN makes of more than {@link #UNCOPIED_COLUMNS} columns does not pay. */
    private static final long COPYING_ROWS = 128;

    private static final long UNCOPIED_COLUMNS = 256;

    /** The panel of these columns stays in the second-level cache for the usual k. */
    private static final long PACKED_COLUMNS = 64;

    /** Parts begin at multiples of these, so that vectors and register blocks are full. */
    private static final long ROW_UNIT = 16;

    private static final long COLUMN_UNIT = 64;
    private static final long PAGE = 4096;

    /** The split for a shape. */
    static MatMulTiling of(MatMulShape shape, int elementBytes, int threads) {
        long work = saturatedProduct(saturatedProduct(shape.m(), shape.n()), shape.k());
        long products = shape.products();
        long wanted = Math.max(1, Math.min(threads, saturatedProduct(work, products) / WORK_PER_THREAD));
        long run = shape.runs().isEmpty()
                ? 1
                : shape.runs().get(shape.runs().size() - 1).extent();
        if (work < LARGE_PRODUCT) {
            long partsPerRun = Math.min(run, LaunchFrame.ceilDiv(wanted * run, products));
            return new MatMulTiling(LaunchFrame.ceilDiv(run, partsPerRun), shape.m(), shape.n(), false);
        }
        // Rows of b that begin at the same offset of a page evict each other from the first-level cache.
        boolean evicting = shape.bRow() * shape.bColumn() * elementBytes % PAGE == 0;
        long parts = LaunchFrame.ceilDiv(wanted, products);
        return evicting && shape.m() >= PACKING_ROWS ? packed(shape, parts) : plain(shape, parts, evicting);
    }

    /** A split with so many blocks of rows, each with parts for all threads, as far as the parts keep enough rows. */
    MatMulTiling inBlocks(MatMulShape shape, long blocks, int threads) {
        if (blocks <= 1) {
            return this;
        }
        long wanted = blocks * LaunchFrame.ceilDiv(threads, LaunchFrame.ceilDiv(shape.n(), columns));
        long most = shape.m() / (packed ? PACKING_ROWS : COPYING_ROWS);
        long finer = unit(shape.m(), Math.min(wanted, most), ROW_UNIT);
        return finer < rows ? new MatMulTiling(batch, finer, columns, packed) : this;
    }

    private static MatMulTiling packed(MatMulShape shape, long parts) {
        long columnParts = LaunchFrame.ceilDiv(shape.n(), PACKED_COLUMNS);
        long rowParts = Math.min(LaunchFrame.ceilDiv(parts, columnParts), shape.m() / PACKING_ROWS);
        return new MatMulTiling(1, unit(shape.m(), rowParts, ROW_UNIT), PACKED_COLUMNS, true);
    }

    /** The larger of a and b is split first, so that only the smaller one is read by several threads. */
    private static MatMulTiling plain(MatMulShape shape, long parts, boolean evicting) {
        long mostRowParts = Math.max(1, shape.m() / (2 * ROW_UNIT));
        long mostColumnParts = Math.max(1, shape.n() / COLUMN_UNIT);
        long rowParts = 1;
        long columnParts = 1;
        if (shape.n() >= 2 * shape.m()) {
            columnParts = Math.min(parts, mostColumnParts);
            rowParts = Math.min(LaunchFrame.ceilDiv(parts, columnParts), mostRowParts);
        } else {
            rowParts = Math.min(parts, mostRowParts);
            columnParts = Math.min(LaunchFrame.ceilDiv(parts, rowParts), mostColumnParts);
        }
        if (evicting && shape.m() < COPYING_ROWS) {
            columnParts = Math.max(columnParts, LaunchFrame.ceilDiv(shape.n(), UNCOPIED_COLUMNS));
        }
        long rows = unit(shape.m(), rowParts, ROW_UNIT);
        return new MatMulTiling(1, rows, unit(shape.n(), columnParts, COLUMN_UNIT), false);
    }

    private static long unit(long size, long parts, long unit) {
        long each = LaunchFrame.ceilDiv(size, Math.max(1, parts));
        return Math.min(size, LaunchFrame.ceilDiv(each, unit) * unit);
    }

    private static long saturatedProduct(long x, long y) {
        return Math.multiplyHigh(x, y) == 0 && x * y >= 0 ? x * y : Long.MAX_VALUE;
    }
}
