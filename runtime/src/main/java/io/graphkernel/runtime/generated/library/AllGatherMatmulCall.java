package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.memory.RawElements;

/**
 * The rows of a of all ranks, times b: bit by bit what the two ops give. With an asynchronous communicator the host computes
 * this rank's rows while the others come. On a device the rows are gathered through memory of the host.
 */
public final class AllGatherMatmulCall extends RankProductCall {

    /**
     * A call site.
     *
     * @param method the kernel method, for messages, and so are the names of the operands
     * @param dtype the dtype of operands and result
     * @param transposeB whether b is {@code [n, k]}
     * @param ranks the number of ranks
     * @param group the name of the ranks' group
     */
    public AllGatherMatmulCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, long ranks, String group) {
        super(method, aName, bName, dtype, transposeB, ranks, group);
    }

    @Override
    String op() {
        return "AllGatherMatmul";
    }

    /** The dims of a of all ranks. */
    private long[] gathered(long... a) {
        return new long[] {a[0] * ranks(), a[1]};
    }

    @Override
    long resultElements(long[] a, long[] b, long[] resultSizes) {
        return product().resultElements(gathered(a), b, resultSizes);
    }

    @Override
    LibraryWork work(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        MatMulShape shape = product().shape(gathered(a), b);
        LibraryWork whole = product().work(shape, threads, onJvm, 1);
        // Blocks of a rank's rows at most, so that some of them can be computed before the others have come.
        ProductInBlocks inBlocks = new ProductInBlocks(product(), shape, threads, onJvm, ranks());
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            long elements = product(a);
            inMemory(
                    communicator,
                    elements * ranks() * dtype().bytes(),
                    all -> withSlots(
                            all,
                            address(arguments, 1),
                            address(arguments, RESULT),
                            slots -> multiply(
                                    communicator,
                                    frame,
                                    communicator.isAsynchronous() ? inBlocks.work() : whole,
                                    address(arguments, 0),
                                    all,
                                    elements,
                                    slots,
                                    a[0])));
        };
    }

    private void multiply(
            Communicator communicator,
            LaunchFrame frame,
            LibraryWork work,
            long source,
            long all,
            long elements,
            long slots,
            long ownRows) {
        long bytes = elements * dtype().bytes();
        Communicator.Collective begun = communicator.start(CollectiveRequest.allGather(dtype(), elements), source, all);
        if (work instanceof RowParts rows && communicator.isAsynchronous()) {
            long first = LaunchFrame.ceilDiv(communicator.rank() * ownRows, rows.rowsPerBlock());
            long end = (communicator.rank() + 1) * ownRows / rows.rowsPerBlock();
            // What the gathering will put there, too.
            RawElements.copy(source, all + communicator.rank() * bytes, bytes);
            for (long block = first; block < end; block++) {
                rows.launchBlock(frame, slots, block);
            }
            begun.await();
            for (long block = 0; block < rows.blocks(); block++) {
                if (block < first || block >= end) {
                    rows.launchBlock(frame, slots, block);
                }
            }
        } else {
            begun.await();
            work.launch(frame, slots);
        }
    }

    @Override
    LibraryWork deviceWork(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        LibraryWork whole = product().deviceWork(gathered(a), b, resultSizes, device);
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            CollectiveRequest request = CollectiveRequest.allGather(dtype(), product(a));
            long bytes = product(a) * dtype().bytes();
            inMemory(frame, device, bytes * ranks(), all -> {
                DeviceCollective.run(op(), frame, communicator, request, address(arguments, 0), all, false);
                // Work of devices reads the slots of the frame itself.
                frame.pointer(0, all);
                whole.launch(frame, arguments);
            });
        };
    }
}
