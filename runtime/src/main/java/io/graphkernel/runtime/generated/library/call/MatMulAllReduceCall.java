package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.RowSlices;
import io.graphkernel.runtime.generated.library.collective.DeviceCollective;
import io.graphkernel.runtime.generated.library.collective.HostAllReduce;
import io.graphkernel.runtime.generated.library.collective.HostStaging;
import io.graphkernel.runtime.generated.library.collective.RankFailure;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * Call site of a rounded matmul {@code [m, k] x [k, n] -> [m, n]}, summed over the ranks of a group, bitwise equal to
 * the two ops.
 *
 * <p>The slots are those of {@link LibraryCall}: operands a and b. The communicator is that of the calling thread.
 *
 * <p>The matmul is stored in the result and summed in place. With an asynchronous communicator, the host computes it in
 * blocks of rows and sums each block while the next ones are computed. On a device, the whole matmul is computed, then
 * summed by the vendor's library or through host memory.
 */
public final class MatMulAllReduceCall extends LibraryCall {
    private static final int MATRIX = 2;
    private static final int RESULT = 2;

    private final MatMulCall matMul;
    private final String group;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param aName name of the first operand for messages
     * @param bName name of the second operand for messages
     * @param dtype dtype of operands and result
     * @param transposeB true if b is {@code [n, k]}
     * @param group name of the group of ranks
     */
    public MatMulAllReduceCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, String group) {
        super(method, dtype, dtype, MATRIX, MATRIX, 0);
        this.matMul = new MatMulCall(method, aName, bName, dtype, dtype, MATRIX, MATRIX, false, transposeB);
        this.group = group;
    }

    @Override
    protected String op() {
        return "MatMulAllReduce";
    }

    @Override
    protected long resultElements(long[] a, long[] b, long[] resultSizes) {
        return matMul.resultElements(a, b, resultSizes);
    }

    @Override
    protected LibraryKernel kernel(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        return new HostKernel(matMul.shape(a, b), threads, onJvm);
    }

    @Override
    protected LibraryKernel deviceKernel(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        MatMulShape shape = matMul.shape(a, b);
        LibraryKernel unblocked = matMul.deviceKernel(a, b, resultSizes, device);
        return (frame, arguments) -> {
            Communicator communicator = Communicator.bound(method(), group);
            long result = result(arguments);
            long bytes = shape.elementCount() * dtype().bytes();
            RankFailure.reporting(communicator, () -> {
                unblocked.launch(frame, arguments);
                CollectiveRequest request = CollectiveRequest.allReduce(ReduceOp.SUM, dtype(), shape.elementCount());
                if (DeviceCollective.isEnqueued(frame, communicator, request)) {
                    DeviceCollective.run(op(), frame, communicator, request, result, result, true);
                    return;
                }
                HostStaging.run(op(), frame, result, result, bytes, bytes, true, (source, target) -> {
                    HostAllReduce sum = sum(communicator, shape, source);
                    // Reported here as well, since the host memory is released first.
                    RankFailure.reporting(communicator, sum::finish);
                });
            });
        };
    }

    @Override
    protected void preparationFailed(Throwable cause) {
        RankFailure.report(method(), group, cause);
    }

    private static long result(long arguments) {
        return Memory.getLong(arguments + RESULT * 8L);
    }

    private HostAllReduce sum(Communicator communicator, MatMulShape shape, long address) {
        return new HostAllReduce(communicator, dtype(), address, shape.m(), shape.n());
    }

    /** The host kernel of one shape. */
    private final class HostKernel implements LibraryKernel {
        private final MatMulShape shape;
        private final LibraryKernel unblocked;
        private final BlockedMatMul inBlocks;

        HostKernel(MatMulShape shape, int threads, boolean onJvm) {
            this.shape = shape;
            this.unblocked = matMul.kernel(shape, threads, onJvm, 1);
            this.inBlocks =
                    new BlockedMatMul(matMul, shape, threads, onJvm, HostAllReduce.blocks(shape.m(), shape.n()));
        }

        @Override
        public void launch(LaunchFrame frame, long arguments) {
            Communicator communicator = Communicator.bound(method(), group);
            HostAllReduce sum = sum(communicator, shape, result(arguments));
            RankFailure.reporting(communicator, () -> {
                LibraryKernel kernel = communicator.isAsynchronous() ? inBlocks.kernel() : unblocked;
                if (kernel instanceof RowSlices rows) {
                    for (long block = 0; block < rows.blocks(); block++) {
                        rows.launchBlock(frame, arguments, block);
                        sum.begin((block + 1) * rows.rowsPerBlock());
                    }
                } else {
                    kernel.launch(frame, arguments);
                }
                sum.finish();
            });
        }
    }
}
