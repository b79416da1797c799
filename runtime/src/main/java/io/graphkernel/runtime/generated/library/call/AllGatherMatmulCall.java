package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.RowSlices;
import io.graphkernel.runtime.generated.library.collective.DeviceCollective;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.memory.RawElements;

/**
 * Matmul of the gathered rows of a of all ranks with b, bitwise equal to the two ops.
 *
 * <p>With an asynchronous communicator, the host computes the rows of this rank while the others are received. On a
 * device, the rows are gathered through host memory.
 */
public final class AllGatherMatmulCall extends DistributedMatMulCall {

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param aName name of the first operand for messages
     * @param bName name of the second operand for messages
     * @param dtype dtype of operands and result
     * @param transposeB true if b is {@code [n, k]}
     * @param ranks number of ranks
     * @param group name of the group of ranks
     */
    public AllGatherMatmulCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, long ranks, String group) {
        super(method, aName, bName, dtype, transposeB, ranks, group);
    }

    @Override
    protected String op() {
        return "AllGatherMatmul";
    }

    /** Returns the dims of a over all ranks. */
    private long[] gathered(long... a) {
        return new long[] {a[0] * ranks(), a[1]};
    }

    @Override
    protected long resultElements(long[] a, long[] b, long[] resultSizes) {
        return matMul().resultElements(gathered(a), b, resultSizes);
    }

    @Override
    protected LibraryKernel kernel(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        MatMulShape shape = matMul().shape(gathered(a), b);
        LibraryKernel unblocked = matMul().kernel(shape, threads, onJvm, 1);
        // Blocks have at most the rows of one rank, so that some of them are computed before the others arrive.
        BlockedMatMul inBlocks = new BlockedMatMul(matMul(), shape, threads, onJvm, ranks());
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            long elements = elementCount(a);
            inMemory(
                    communicator,
                    elements * ranks() * dtype().bytes(),
                    gatheredAddress -> withSlots(
                            gatheredAddress,
                            address(arguments, 1),
                            address(arguments, RESULT),
                            slots -> multiply(
                                    communicator,
                                    frame,
                                    communicator.isAsynchronous() ? inBlocks.kernel() : unblocked,
                                    address(arguments, 0),
                                    gatheredAddress,
                                    elements,
                                    slots,
                                    a[0])));
        };
    }

    private void multiply(
            Communicator communicator,
            LaunchFrame frame,
            LibraryKernel kernel,
            long source,
            long gatheredAddress,
            long elements,
            long slots,
            long localRowCount) {
        long bytes = elements * dtype().bytes();
        Communicator.Collective pending =
                communicator.start(CollectiveRequest.allGather(dtype(), elements), source, gatheredAddress);
        if (kernel instanceof RowSlices rows && communicator.isAsynchronous()) {
            long first = LaunchFrame.ceilDiv(communicator.rank() * localRowCount, rows.rowsPerBlock());
            long end = (communicator.rank() + 1) * localRowCount / rows.rowsPerBlock();
            // The gather writes the same rows there.
            RawElements.copy(source, gatheredAddress + communicator.rank() * bytes, bytes);
            for (long block = first; block < end; block++) {
                rows.launchBlock(frame, slots, block);
            }
            pending.await();
            for (long block = 0; block < rows.blocks(); block++) {
                if (block < first || block >= end) {
                    rows.launchBlock(frame, slots, block);
                }
            }
        } else {
            pending.await();
            kernel.launch(frame, slots);
        }
    }

    @Override
    protected LibraryKernel deviceKernel(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        LibraryKernel unblocked = matMul().deviceKernel(gathered(a), b, resultSizes, device);
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            CollectiveRequest request = CollectiveRequest.allGather(dtype(), elementCount(a));
            long bytes = elementCount(a) * dtype().bytes();
            inMemory(frame, device, bytes * ranks(), gatheredAddress -> {
                DeviceCollective.run(op(), frame, communicator, request, address(arguments, 0), gatheredAddress, false);
                // Device kernels read the slots of the frame itself.
                frame.pointer(0, gatheredAddress);
                unblocked.launch(frame, arguments);
            });
        };
    }
}
