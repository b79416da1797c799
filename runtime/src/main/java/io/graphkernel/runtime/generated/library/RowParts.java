package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RangeFunction;

/** A matrix product in independent parts, so many of which, one after the other, give the next rows of the result. */
final class RowParts implements LibraryWork {
    private final RangeFunction parts;
    /**
     * The first part of a block comes through the parameter that elsewhere is a kernel's address, so that one function serves
     * all blocks, and a launch allocates nothing. Weights are read as they lie there.
     */
    private final RangeFunction partsFromFirst = this::runFrom;

    private final long count;
    private final long scratchBytes;
    private final long partsPerBlock;
    private final long rowsPerBlock;
    /** Null where no weights are packed. */
    private final ConstantWeights weights;

    /**
     * A product.
     *
     * @param parts runs parts
     * @param count the number of parts
     * @param scratchBytes the scratch memory that each thread needs
     * @param partsPerBlock how many parts give a block of rows; the last one may have fewer
     * @param rowsPerBlock its rows; the last one may have fewer
     * @param weights null where none are packed
     */
    RowParts(
            RangeFunction parts,
            long count,
            long scratchBytes,
            long partsPerBlock,
            long rowsPerBlock,
            ConstantWeights weights) {
        this.parts = parts;
        this.count = count;
        this.scratchBytes = scratchBytes;
        this.partsPerBlock = partsPerBlock;
        this.rowsPerBlock = rowsPerBlock;
        this.weights = weights;
    }

    @Override
    public void launch(LaunchFrame frame, long arguments) {
        if (count > 0) {
            frame.run(parts, weights == null ? 0 : weights.table(arguments), arguments, count, scratchBytes);
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
