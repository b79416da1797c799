package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * A matrix product {@code [m, k] x [k, n] -> [m, n]}, rounded, and its sum over the ranks of a group: bit by bit what the
 * two ops give. The slots are those of {@link LibraryCall}: operands a and b. The communicator is that of the calling
 * thread.
 *
 * <p>The product goes straight into the result and is summed in place. With an asynchronous communicator the host
 * computes it by blocks of rows, and each is summed while the next ones are computed. On a device the whole product is
 * computed, then summed by the engine, or through memory of the host.
 */
public final class MatMulAllReduceCall extends LibraryCall {
    private static final int MATRIX = 2;
    private static final int RESULT = 2;

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
    long resultElements(long[] a, long[] b, long[] resultSizes) {
        return product.resultElements(a, b, resultSizes);
    }

    @Override
    LibraryWork work(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        return new HostWork(product.shape(a, b), threads, onJvm);
    }

    @Override
    LibraryWork deviceWork(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        MatMulShape shape = product.shape(a, b);
        LibraryWork whole = product.deviceWork(a, b, resultSizes, device);
        return (frame, arguments) -> {
            Communicator communicator = Communicator.bound(method(), group);
            long result = result(arguments);
            long bytes = shape.elementCount() * dtype().bytes();
            RankFailure.told(communicator, () -> {
                whole.launch(frame, arguments);
                CollectiveRequest request = CollectiveRequest.allReduce(ReduceOp.SUM, dtype(), shape.elementCount());
                if (DeviceCollective.isEnqueued(frame, communicator, request)) {
                    DeviceCollective.run(op(), frame, communicator, request, result, result, true);
                    return;
                }
                HostStaging.run(op(), frame, result, result, bytes, bytes, true, (source, target) -> {
                    RankSum sum = sum(communicator, shape, source);
                    // Here too, because the memory of the host is given up first.
                    RankFailure.told(communicator, sum::finish);
                });
            });
        };
    }

    @Override
    void notPrepared(Throwable cause) {
        RankFailure.tell(method(), group, cause);
    }

    private static long result(long arguments) {
        return Memory.getLong(arguments + RESULT * 8L);
    }

    private RankSum sum(Communicator communicator, MatMulShape shape, long address) {
        return new RankSum(communicator, dtype(), address, shape.m(), shape.n());
    }

    /** One shape on the host. */
    private final class HostWork implements LibraryWork {
        private final MatMulShape shape;
        private final LibraryWork whole;
        private final ProductInBlocks inBlocks;

        HostWork(MatMulShape shape, int threads, boolean onJvm) {
            this.shape = shape;
            this.whole = product.work(shape, threads, onJvm, 1);
            this.inBlocks = new ProductInBlocks(product, shape, threads, onJvm, RankSum.blocks(shape.m(), shape.n()));
        }

        @Override
        public void launch(LaunchFrame frame, long arguments) {
            Communicator communicator = Communicator.bound(method(), group);
            RankSum sum = sum(communicator, shape, result(arguments));
            RankFailure.told(communicator, () -> {
                LibraryWork work = communicator.isAsynchronous() ? inBlocks.work() : whole;
                if (work instanceof RowParts rows) {
                    for (long block = 0; block < rows.blocks(); block++) {
                        rows.launchBlock(frame, arguments, block);
                        sum.begin((block + 1) * rows.rowsPerBlock());
                    }
                } else {
                    work.launch(frame, arguments);
                }
                sum.finish();
            });
        }
    }
}
