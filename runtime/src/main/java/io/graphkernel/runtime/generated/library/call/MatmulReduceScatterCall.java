package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.RowSlices;
import io.graphkernel.runtime.generated.library.collective.DeviceCollective;
import io.graphkernel.runtime.generated.library.collective.HostAllReduce;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayList;
import java.util.List;

/**
 * Call site of a rounded matmul and this rank's rows of its sum over the ranks of a group, bitwise equal to the two
 * ops.
 *
 * <p>The matmul is stored in temporary memory. With an asynchronous communicator, the host computes a chunk of rows for
 * each rank at a time and sums it while the next ones are computed. On a device, the whole matmul is computed, then
 * summed.
 */
public final class MatmulReduceScatterCall extends DistributedMatMulCall {

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
    public MatmulReduceScatterCall(
            String method, String aName, String bName, DType dtype, boolean transposeB, long ranks, String group) {
        super(method, aName, bName, dtype, transposeB, ranks, group);
    }

    @Override
    protected String op() {
        return "MatmulReduceScatter";
    }

    @Override
    protected long resultElements(long[] a, long[] b, long[] resultSizes) {
        return matMul().resultElements(a, b, resultSizes) / ranks();
    }

    @Override
    protected LibraryKernel kernel(long[] a, long[] b, long[] resultSizes, int threads, boolean onJvm) {
        MatMulShape shape = matMul().shape(a, b);
        LibraryKernel unblocked = matMul().kernel(shape, threads, onJvm, 1);
        BlockedMatMul inBlocks = new BlockedMatMul(matMul(), shape, threads, onJvm, ranks() * chunkCount(shape));
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            // A chunk is copied so that the rows of all ranks are contiguous.
            boolean isChunked = communicator.isAsynchronous() && chunkCount(shape) > 1;
            long bytes = shape.elementCount() * dtype().bytes();
            inMemory(communicator, isChunked ? 2 * bytes : bytes, matMulAddress -> {
                withSlots(address(arguments, 0), address(arguments, 1), matMulAddress, slots -> {
                    if (isChunked) {
                        ChunkedMatMul chunked = new ChunkedMatMul(
                                shape, matMulAddress, matMulAddress + bytes, address(arguments, RESULT));
                        chunked.run(communicator, frame, inBlocks.kernel(), slots);
                    } else {
                        unblocked.launch(frame, slots);
                        complete(
                                communicator, request(shape.elementCount()), matMulAddress, address(arguments, RESULT));
                    }
                });
            });
        };
    }

    /**
     * Returns the number of collectives with an asynchronous communicator. It depends on the sizes only, since all
     * ranks must start the same ones.
     */
    private long chunkCount(MatMulShape shape) {
        return HostAllReduce.blocks(shape.m() / ranks(), shape.n());
    }

    /**
     * A matmul that is summed chunk by chunk. Each chunk has some rows for every rank, copied when they are complete in
     * the order of the ranks.
     */
    private final class ChunkedMatMul {
        private final MatMulShape shape;
        private final long matMulAddress;
        private final long chunksAddress;
        private final long result;
        private final long rowBytes;
        private final List<Communicator.Collective> pending = new ArrayList<>();

        ChunkedMatMul(MatMulShape shape, long matMulAddress, long chunksAddress, long result) {
            this.shape = shape;
            this.matMulAddress = matMulAddress;
            this.chunksAddress = chunksAddress;
            this.result = result;
            this.rowBytes = shape.n() * dtype().bytes();
        }

        void run(Communicator communicator, LaunchFrame frame, LibraryKernel kernel, long slots) {
            RowSlices rows = kernel instanceof RowSlices inParts ? inParts : null;
            if (rows == null) {
                kernel.launch(frame, slots);
            }
            long shardRows = shape.m() / ranks();
            long chunkRows = LaunchFrame.ceilDiv(shardRows, chunkCount(shape));
            boolean[] isComputed = new boolean[rows == null ? 0 : (int) rows.blocks()];
            for (long first = 0; first < shardRows; first += chunkRows) {
                long count = Math.min(chunkRows, shardRows - first);
                long chunkAddress = chunksAddress + first * ranks() * rowBytes;
                for (long rank = 0; rank < ranks(); rank++) {
                    long row = rank * shardRows + first;
                    if (rows != null) {
                        compute(rows, row, row + count, isComputed, frame, slots);
                    }
                    RawElements.copy(
                            matMulAddress + row * rowBytes, chunkAddress + rank * count * rowBytes, count * rowBytes);
                }
                CollectiveRequest request = request(ranks() * count * shape.n());
                pending.add(communicator.start(request, chunkAddress, result + first * rowBytes));
            }
            pending.forEach(Communicator.Collective::await);
        }

        /** Computes the blocks that overlap some rows, except for those already computed. */
        private void compute(
                RowSlices rows, long begin, long end, boolean[] isComputed, LaunchFrame frame, long slots) {
            for (long block = begin / rows.rowsPerBlock(); block * rows.rowsPerBlock() < end; block++) {
                if (!isComputed[(int) block]) {
                    isComputed[(int) block] = true;
                    rows.launchBlock(frame, slots, block);
                }
            }
        }
    }

    private CollectiveRequest request(long elements) {
        return CollectiveRequest.reduceScatter(ReduceOp.SUM, dtype(), elements);
    }

    @Override
    protected LibraryKernel deviceKernel(long[] a, long[] b, long[] resultSizes, DeviceInUse device) {
        MatMulShape shape = matMul().shape(a, b);
        LibraryKernel unblocked = matMul().deviceKernel(a, b, resultSizes, device);
        long bytes = shape.elementCount() * dtype().bytes();
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            long result = address(arguments, RESULT);
            inMemory(frame, device, bytes, matMulAddress -> {
                // Device kernels read the slots of the frame itself.
                frame.pointer(RESULT, matMulAddress);
                unblocked.launch(frame, arguments);
                DeviceCollective.run(
                        op(), frame, communicator, request(shape.elementCount()), matMulAddress, result, false);
            });
        };
    }
}
