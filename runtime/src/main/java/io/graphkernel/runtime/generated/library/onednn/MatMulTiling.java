package io.graphkernel.runtime.generated.library.onednn;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;

/**
 * Partition of a matmul into tiles for threads.
 *
 * @param batch number of innermost batches per tile
 * @param rows number of rows per tile; the last tiles may have fewer, also of columns and batches
 * @param columns number of columns per tile
 * @param packed true if each tile first packs its columns of b
 */
record MatMulTiling(long batch, long rows, long columns, boolean packed) {
    private static final CpuModel.MatMul MODEL = CpuModel.MatMul.DEFAULT;

    private static final long PAGE = CpuModel.Caches.DEFAULT.pageBytes();

    /** Returns the partition for a shape. */
    static MatMulTiling of(MatMulShape shape, int elementBytes, int threads) {
        long multiplications = saturatedProduct(saturatedProduct(shape.m(), shape.n()), shape.k());
        long batchSize = shape.batchSize();
        long requestedChunks = Math.max(
                1,
                Math.min(threads, saturatedProduct(multiplications, batchSize) / MODEL.minMultiplicationsPerThread()));
        long innerBatch = shape.batchLoops().isEmpty()
                ? 1
                : shape.batchLoops().get(shape.batchLoops().size() - 1).extent();
        if (multiplications < MODEL.minSplitMultiplications()) {
            long chunksPerInnerBatch =
                    Math.min(innerBatch, LaunchFrame.ceilDiv(requestedChunks * innerBatch, batchSize));
            return new MatMulTiling(LaunchFrame.ceilDiv(innerBatch, chunksPerInnerBatch), shape.m(), shape.n(), false);
        }
        // Rows of b at the same page offset evict each other from the L1 cache.
        boolean evicting = shape.bRow() * shape.bColumn() * elementBytes % PAGE == 0;
        long chunks = LaunchFrame.ceilDiv(requestedChunks, batchSize);
        MatMulTiling tiling = evicting && shape.m() >= MODEL.minPackingRows()
                ? packed(shape, chunks)
                : plain(shape, chunks, evicting);
        return tiling.withoutSingles(shape);
    }

    /**
     * Returns a partition with up to a given number of row blocks, each with tiles for all threads, as long as tiles
     * have enough rows.
     */
    MatMulTiling inBlocks(MatMulShape shape, long blocks, int threads) {
        if (blocks <= 1) {
            return this;
        }
        long requestedChunks = blocks * LaunchFrame.ceilDiv(threads, LaunchFrame.ceilDiv(shape.n(), columns));
        long maxChunks = shape.m() / (packed ? MODEL.minPackingRows() : MODEL.minCopyingRows());
        long blockRows = unit(shape.m(), Math.min(requestedChunks, maxChunks), MODEL.rowUnit());
        return blockRows < rows ? new MatMulTiling(batch, blockRows, columns, packed).withoutSingles(shape) : this;
    }

    /**
     * Returns a partition whose last tiles have more than one row and one column, as far as the shape has: oneDNN sums
     * matrices by vectors in another order.
     */
    private MatMulTiling withoutSingles(MatMulShape shape) {
        return new MatMulTiling(
                batch,
                withoutSingle(shape.m(), rows, MODEL.rowUnit()),
                withoutSingle(shape.n(), columns, MODEL.columnUnit()),
                packed);
    }

    private static long withoutSingle(long size, long tile, long unit) {
        long larger = tile;
        while (size % larger == 1 && larger < size) {
            larger = Math.min(size, larger + unit);
        }
        return larger;
    }

    private static MatMulTiling packed(MatMulShape shape, long chunks) {
        long columnChunks = LaunchFrame.ceilDiv(shape.n(), MODEL.packedColumns());
        long rowChunks = Math.min(LaunchFrame.ceilDiv(chunks, columnChunks), shape.m() / MODEL.minPackingRows());
        return new MatMulTiling(1, unit(shape.m(), rowChunks, MODEL.rowUnit()), MODEL.packedColumns(), true);
    }

    /** Splits the larger of a and b first, so that several threads read only the smaller one. */
    private static MatMulTiling plain(MatMulShape shape, long chunks, boolean evicting) {
        long maxRowChunks = Math.max(1, shape.m() / (2 * MODEL.rowUnit()));
        long maxColumnChunks = Math.max(1, shape.n() / MODEL.columnUnit());
        long rowChunks = 1;
        long columnChunks = 1;
        if (shape.n() >= 2 * shape.m()) {
            columnChunks = Math.min(chunks, maxColumnChunks);
            rowChunks = Math.min(LaunchFrame.ceilDiv(chunks, columnChunks), maxRowChunks);
        } else {
            rowChunks = Math.min(chunks, maxRowChunks);
            columnChunks = Math.min(LaunchFrame.ceilDiv(chunks, rowChunks), maxColumnChunks);
        }
        if (evicting && shape.m() < MODEL.minCopyingRows()) {
            columnChunks = Math.max(columnChunks, LaunchFrame.ceilDiv(shape.n(), MODEL.maxUncopiedColumns()));
        }
        long rows = unit(shape.m(), rowChunks, MODEL.rowUnit());
        return new MatMulTiling(1, rows, unit(shape.n(), columnChunks, MODEL.columnUnit()), false);
    }

    private static long unit(long size, long chunks, long unit) {
        long chunkSize = LaunchFrame.ceilDiv(size, Math.max(1, chunks));
        return Math.min(size, LaunchFrame.ceilDiv(chunkSize, unit) * unit);
    }

    private static long saturatedProduct(long x, long y) {
        return Math.multiplyHigh(x, y) == 0 && x * y >= 0 ? x * y : Long.MAX_VALUE;
    }
}
