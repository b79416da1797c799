package io.graphkernel.runtime.library;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.LaunchFrame;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.device.OpenDevice;
import io.graphkernel.runtime.jvm.Memory;

/**
 * A matrix product {@code [m, k] x [k, n] -> [m, n]}, rounded, and its sum over the ranks of a group: bit by bit what the
 * two ops give. The slots are those of {@link LibraryCall}: operands a and b. The communicator is that of the calling
 * thread.
 *
 * <p>On the host the product is computed by blocks of rows, straight into the result, and each block is summed in place
 * while the next ones are computed: a rank waits for others at the end alone. On a device the whole product is computed,
 * then summed through memory of the host.
 */
public final class MatMulAllReduceCall extends LibraryCall {
    private static final int MATRIX = 2;
    private static final int RESULT = 2;

    /** Fewer elements are not worth a collective of their own. */
    private static final long BLOCK_ELEMENTS = 1 << 15;

    /** With more blocks a smaller part of the sums is left at the end, but products of fewer rows are slower. */
    private static final long MOST_BLOCKS = 8;

    private final MatMulCall product;
    private final String group;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages, and so are the names of the operands
     * @param dtype the dtype of operands and result
     * @param transposeB whether b is {@code [n, k]}
     * @param group the name of the ranks' group
     */
    public MatMulAllReduceCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, String group) {
        super(method, dtype, dtype, MATRIX, MATRIX, 0);
        this.product = new MatMulCall(method, aName, bName, dtype, dtype, MATRIX, MATRIX, false, transposeB);
        this.group = group;
    }

    @Override
    String op() {
        return "MatMulAllReduce";
    }

    @Override
    long resultElements(long[] a, long[] b) {
        return product.resultElements(a, b);
    }

    @Override
    LibraryWork work(long[] a, long[] b, long[] strides, int threads, boolean onJvm) {
        MatMulShape shape = product.shape(a, b);
        long blocks = Math.max(1, Math.min(MOST_BLOCKS, shape.elementCount() / BLOCK_ELEMENTS));
        LibraryWork whole = product.work(shape, threads, onJvm, blocks);
        return whole instanceof RowParts rows && rows.blocks() > 0
                ? (frame, arguments) -> launchBlocks(rows, shape, frame, arguments)
                : (frame, arguments) -> launchWhole(whole, shape, frame, arguments);
    }

    private void launchWhole(LibraryWork whole, MatMulShape shape, LaunchFrame frame, long arguments) {
        Communicator communicator = Communicator.bound(method(), group);
        whole.launch(frame, arguments);
        sum(communicator, result(arguments), 0, shape.elementCount()).await();
    }

    private void launchBlocks(RowParts rows, MatMulShape shape, LaunchFrame frame, long arguments) {
        Communicator communicator = Communicator.bound(method(), group);
        long step = rows.rowsPerBlock() * shape.n();
        Communicator.Collective[] sums = new Communicator.Collective[(int) rows.blocks()];
        try {
            for (int block = 0; block < sums.length; block++) {
                rows.launchBlock(frame, arguments, block);
                long first = block * step;
                sums[block] = sum(communicator, result(arguments), first, Math.min(step, shape.elementCount() - first));
            }
        } catch (RuntimeException | Error e) {
            // Other ranks may be about to sum blocks that have begun, in memory that the caller gives up.
            communicator.fail(e);
            throw e;
        }
        for (Communicator.Collective begun : sums) {
            begun.await();
        }
    }

    private static long result(long arguments) {
        return Memory.getLong(arguments + RESULT * 8L);
    }

    private Communicator.Collective sum(Communicator communicator, long result, long first, long elements) {
        long address = result + first * dtype().bytes();
        return communicator.start(ReduceOp.SUM, dtype(), address, address, elements);
    }

    @Override
    LibraryWork deviceWork(long[] a, long[] b, long[] strides, OpenDevice device) {
        LibraryWork whole = product.deviceWork(a, b, strides, device);
        long elements = product.resultElements(a, b);
        return (frame, arguments) -> {
            Communicator communicator = Communicator.bound(method(), group);
            whole.launch(frame, arguments);
            long result = result(arguments);
            HostStaging.run(
                    op(),
                    frame,
                    result,
                    result,
                    elements * dtype().bytes(),
                    (source, target) -> sum(communicator, source, 0, elements).await());
        };
    }
}
