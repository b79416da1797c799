package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayList;
import java.util.List;

/**
 * A product, rounded, and this rank's rows of its sum over the ranks of a group: bit by bit what the two ops give. The product
 * takes memory for the time of the call alone. With an asynchronous communicator the host computes some rows for each rank at a
 * time, and they are summed while the next ones are computed. On a device the whole product is computed, then summed.
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
        ProductInBlocks inBlocks = new ProductInBlocks(product(), shape, threads, onJvm, ranks() * pieces(shape));
        return (frame, arguments) -> {
            Communicator communicator = communicator();
            // Pieces are copied to where the parts of all ranks are next to each other.
            boolean isInPieces = communicator.isAsynchronous() && pieces(shape) > 1;
            long bytes = shape.elementCount() * dtype().bytes();
            inMemory(communicator, isInPieces ? 2 * bytes : bytes, own -> {
                withSlots(address(arguments, 0), address(arguments, 1), own, slots -> {
                    if (isInPieces) {
                        Pieces each = new Pieces(shape, own, own + bytes, address(arguments, RESULT));
                        each.run(communicator, frame, inBlocks.work(), slots);
                    } else {
                        whole.launch(frame, slots);
                        complete(communicator, request(shape.elementCount()), own, address(arguments, RESULT));
                    }
                });
            });
        };
    }

    /** In how many collectives an asynchronous communicator sums; the sizes alone decide, as all ranks begin the same ones. */
    private long pieces(MatMulShape shape) {
        return RankSum.blocks(shape.m() / ranks(), shape.n());
    }

    /**
     * A product of which some rows for each rank are computed, and summed while the next ones are: in memory of its own, from
     * which a piece is copied when it is complete, the rows for rank 0, those for rank 1, ….
     */
    private final class Pieces {
        private final MatMulShape shape;
        private final long own;
        private final long pieces;
        private final long result;
        private final long rowBytes;
        private final List<Communicator.Collective> begun = new ArrayList<>();

        Pieces(MatMulShape shape, long own, long pieces, long result) {
            this.shape = shape;
            this.own = own;
            this.pieces = pieces;
            this.result = result;
            this.rowBytes = shape.n() * dtype().bytes();
        }

        void run(Communicator communicator, LaunchFrame frame, LibraryWork work, long slots) {
            RowParts rows = work instanceof RowParts inParts ? inParts : null;
            if (rows == null) {
                work.launch(frame, slots);
            }
            long partRows = shape.m() / ranks();
            long pieceRows = LaunchFrame.ceilDiv(partRows, pieces(shape));
            boolean[] isComputed = new boolean[rows == null ? 0 : (int) rows.blocks()];
            for (long first = 0; first < partRows; first += pieceRows) {
                long count = Math.min(pieceRows, partRows - first);
                long piece = pieces + first * ranks() * rowBytes;
                for (long rank = 0; rank < ranks(); rank++) {
                    long row = rank * partRows + first;
                    if (rows != null) {
                        compute(rows, row, row + count, isComputed, frame, slots);
                    }
                    RawElements.copy(own + row * rowBytes, piece + rank * count * rowBytes, count * rowBytes);
                }
                CollectiveRequest request = request(ranks() * count * shape.n());
                begun.add(communicator.start(request, piece, result + first * rowBytes));
            }
            begun.forEach(Communicator.Collective::await);
        }

        /** Computes the blocks that have some rows, but for those that have been computed. */
        private void compute(RowParts rows, long begin, long end, boolean[] isComputed, LaunchFrame frame, long slots) {
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
                DeviceCollective.run(op(), frame, communicator, request(shape.elementCount()), own, result, false);
            });
        };
    }
}
