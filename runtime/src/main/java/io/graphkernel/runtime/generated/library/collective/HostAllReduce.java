package io.graphkernel.runtime.generated.library.collective;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import java.util.ArrayList;
import java.util.List;

/**
 * An in-place sum of matrices in host memory over the ranks of a group.
 *
 * <p>With an asynchronous communicator, it is one collective per block of rows. The blocks depend on the sizes only, so
 * that all ranks start the same collectives.
 */
public final class HostAllReduce {
    private static final CpuModel.Threads MODEL = CpuModel.Threads.DEFAULT;

    private final Communicator communicator;
    private final DType dtype;
    private final long address;
    private final long rows;
    private final long columns;
    private final long blockRows;
    private final List<Communicator.Collective> pending = new ArrayList<>();

    /** Creates a sum that has not started. */
    public HostAllReduce(Communicator communicator, DType dtype, long address, long rows, long columns) {
        this.communicator = communicator;
        this.dtype = dtype;
        this.address = address;
        this.rows = rows;
        this.columns = columns;
        this.blockRows =
                communicator.isAsynchronous() ? (rows + blocks(rows, columns) - 1) / blocks(rows, columns) : rows;
    }

    /** Returns the number of blocks of a matrix, at least 1. */
    public static long blocks(long rows, long columns) {
        return Math.max(
                1, Math.min(Math.min(rows, MODEL.maxAllReduceBlocks()), rows * columns / MODEL.minAllReduceElements()));
    }

    /** Starts to sum the blocks within the first {@code completeRows} rows. */
    public void begin(long completeRows) {
        long first = pending.size() * blockRows;
        while (first < rows && Math.min(first + blockRows, rows) <= completeRows) {
            long count = Math.min(blockRows, rows - first);
            long block = address + first * columns * dtype.bytes();
            pending.add(communicator.start(ReduceOp.SUM, dtype, block, block, count * columns));
            first += blockRows;
        }
    }

    /** Sums the remaining rows, all of which are complete, and blocks until the whole sum is available. */
    public void finish() {
        begin(rows);
        pending.forEach(Communicator.Collective::await);
    }
}
