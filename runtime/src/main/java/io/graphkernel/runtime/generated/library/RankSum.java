package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import java.util.ArrayList;
import java.util.List;

/**
 * The sum over the ranks of a group of matrices in memory of the host, each in the place of the rank's own. With an
 * asynchronous communicator it is several collectives, over blocks of rows that the sizes alone decide, so that all ranks
 * begin the same ones, however they compute their matrices.
 */
final class RankSum {
    /** Fewer elements are not worth a collective of their own. */
    private static final long BLOCK_ELEMENTS = 1 << 15;

    /** With more blocks a smaller part of the sum is left when the matrix is complete, but each costs a start. */
    private static final long MOST_BLOCKS = 8;

    private final Communicator communicator;
    private final DType dtype;
    private final long address;
    private final long rows;
    private final long columns;
    private final long blockRows;
    private final List<Communicator.Collective> begun = new ArrayList<>();

    /** A sum of which nothing has begun. */
    RankSum(Communicator communicator, DType dtype, long address, long rows, long columns) {
        this.communicator = communicator;
        this.dtype = dtype;
        this.address = address;
        this.rows = rows;
        this.columns = columns;
        this.blockRows =
                communicator.isAsynchronous() ? (rows + blocks(rows, columns) - 1) / blocks(rows, columns) : rows;
    }

    /** How many blocks a matrix is worth, 1 or more. */
    static long blocks(long rows, long columns) {
        return Math.max(1, Math.min(Math.min(rows, MOST_BLOCKS), rows * columns / BLOCK_ELEMENTS));
    }

    /** Begins to sum the blocks whose rows are complete, of which there are so many from the first on. */
    void begin(long completeRows) {
        long first = begun.size() * blockRows;
        while (first < rows && Math.min(first + blockRows, rows) <= completeRows) {
            long count = Math.min(blockRows, rows - first);
            long block = address + first * columns * dtype.bytes();
            begun.add(communicator.start(ReduceOp.SUM, dtype, block, block, count * columns));
            first += blockRows;
        }
    }

    /** Sums what is left, all rows being complete, and waits for the whole sum. */
    void finish() {
        begin(rows);
        begun.forEach(Communicator.Collective::await);
    }
}
