package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * A product, rounded, and this rank's rows of its sum over the ranks of a group: bit by bit what the two ops give. The product
 * takes memory for the time of the call alone. On a device it is summed through memory of the host.
 */
public final class MatmulReduceScatterCall extends RankProductCall {

    /**
     * A call site.
     *
     * @param method the kernel method, for messages, and so are the names of the operands
     * @param dtype the dtype of operands and result
     * @param transposeB whether b is {@code [n, k]}
     * @param ranks the number of ranks
     * @param group the name of the ranks' group
     */
    public MatmulReduceScatterCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, long ranks, String group) {
        super(method, aName, bName, dtype, transposeB, ranks, group);
    }

    @Override
    String op() {
        return "MatmulReduceScatter";
    }

    @Override
    long resultElements(long[] a, long[] b, long[] resultSizes) {
        return product().resultElements(a, b, resultSizes) / ranks();
    }

    @Override
    LibraryWork work(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        MatMulShape shape = product().shape(a, b);
        LibraryWork whole = product().work(shape, threads, onJvm, 1);
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            inMemory(communicator, shape.elementCount() * dtype().bytes(), own -> {
                withSlots(address(arguments, 0), address(arguments, 1), own, slots -> whole.launch(frame, slots));
                complete(communicator, request(shape), own, address(arguments, RESULT));
            });
        };
    }

    private CollectiveRequest request(MatMulShape shape) {
        return CollectiveRequest.reduceScatter(ReduceOp.SUM, dtype(), shape.elementCount());
    }

    @Override
    LibraryWork deviceWork(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        MatMulShape shape = product().shape(a, b);
        LibraryWork whole = product().deviceWork(a, b, resultSizes, device);
        long bytes = shape.elementCount() * dtype().bytes();
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            long result = address(arguments, RESULT);
            inMemory(frame, device, bytes, own -> {
                // Work of devices reads the slots of the frame itself.
                frame.pointer(RESULT, own);
                whole.launch(frame, arguments);
                DeviceCollective.run(op(), frame, communicator, request(shape), own, result, false);
            });
        };
    }
}
