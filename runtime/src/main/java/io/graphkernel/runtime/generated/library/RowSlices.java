package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import java.util.function.LongUnaryOperator;

/** A matmul in independent chunks, where a fixed number of consecutive chunks yields a block of rows of the result. */
public final class RowSlices implements LibraryKernel {
    private final RangeFunction chunks;
    /**
     * The first chunk of a block is passed through the parameter that otherwise is the address of a kernel. One
     * function thus serves all blocks, and a launch does not allocate. Weights are not packed here.
     */
    private final RangeFunction chunksFromFirst = this::runFrom;

    private final long count;
    private final long scratchBytes;
    private final long chunksPerBlock;
    private final long rowsPerBlock;
    /** Returns the table of packed weights for the address of the operands; null without packed weights. */
    private final LongUnaryOperator weights;

    /**
     * Creates a matmul.
     *
     * @param chunks function that runs chunks
     * @param count number of chunks
     * @param scratchBytes scratch size per thread
     * @param chunksPerBlock number of chunks per block of rows; the last block may have fewer
     * @param rowsPerBlock number of rows per block; the last block may have fewer
     * @param weights function from the address of the operands to the table of packed weights, or null
     */
    public RowSlices(
            RangeFunction chunks,
            long count,
            long scratchBytes,
            long chunksPerBlock,
            long rowsPerBlock,
            LongUnaryOperator weights) {
        this.chunks = chunks;
        this.count = count;
        this.scratchBytes = scratchBytes;
        this.chunksPerBlock = chunksPerBlock;
        this.rowsPerBlock = rowsPerBlock;
        this.weights = weights;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        if (count > 0) {
            frame.run(chunks, weights == null ? 0 : weights.applyAsLong(arguments), arguments, count, scratchBytes);
        }
    }

    /** Returns the number of blocks. */
    public long blocks() {
        return LaunchFrame.ceilDiv(count, chunksPerBlock);
    }

    /** Returns the number of rows per block. */
    public long rowsPerBlock() {
        return rowsPerBlock;
    }

    /** Computes the rows of a block. */
    public void launchBlock(LaunchFrame frame, long arguments, long block) {
        long first = block * chunksPerBlock;
        long blockChunks = Math.min(chunksPerBlock, count - first);
        frame.run(chunksFromFirst, first, arguments, blockChunks, scratchBytes);
    }

    private void runFrom(long first, long arguments, long begin, long end, long scratch) {
        chunks.run(0, arguments, first + begin, first + end, scratch);
    }
}
