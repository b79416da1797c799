package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RangeFunction;

/** A matrix product in independent parts, so many of which, one after the other, give the next rows of the result. */
final class RowParts implements LibraryWork {
    private final RangeFunction parts;
    /**
     * The first part of a block comes through the parameter that elsewhere is a kernel's address, and parts take none: so
     * one function serves all blocks, and a launch allocates nothing.
     */
    private final RangeFunction partsFromFirst = this::runFrom;

    private final long count;
    private final long scratchBytes;
    private final long partsPerBlock;
    private final long rowsPerBlock;

    /**
     * A product.
     *
     * @param parts runs parts
     * @param count the number of parts
     * @param scratchBytes the scratch memory that each thread needs
     * @param partsPerBlock how many parts give a block of rows; the last one may have fewer
     * @param rowsPerBlock its rows; the last one may have fewer
     */
    RowParts(RangeFunction parts, long count, long scratchBytes, long partsPerBlock, long rowsPerBlock) {
        this.parts = parts;
        this.count = count;
        this.scratchBytes = scratchBytes;
        this.partsPerBlock = partsPerBlock;
        this.rowsPerBlock = rowsPerBlock;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        if (count > 0) {
            frame.run(parts, 0, arguments, count, scratchBytes);
        }
    }

    /** The number of blocks. */
    long blocks() {
        return LaunchFrame.ceilDiv(count, partsPerBlock);
    }

    /** The rows of a block. */
    long rowsPerBlock() {
        return rowsPerBlock;
    }

    /** Computes the rows of a block. */
    void launchBlock(LaunchFrame frame, long arguments, long block) {
        long first = block * partsPerBlock;
        long blockParts = Math.min(partsPerBlock, count - first);
        frame.run(partsFromFirst, first, arguments, blockParts, scratchBytes);
    }

    private void runFrom(long first, long arguments, long begin, long end, long scratch) {
        parts.run(0, arguments, first + begin, first + end, scratch);
    }
}
