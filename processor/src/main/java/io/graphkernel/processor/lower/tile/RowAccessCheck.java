package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileKernel.Transfer;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;
import java.util.Optional;

/** Check that copies support the memory accesses of a row kernel. */
final class RowAccessCheck {

    private final ScheduledKernel kernel;
    private final IterationSpace space;
    private final RowTransferPlanner transfers;

    RowAccessCheck(ScheduledKernel kernel, RowTransferPlanner transfers) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.transfers = transfers;
    }

    /** Rejects buffers whose lanes, or row values, are not contiguous. */
    void require(Buffer buffer) throws UnsupportedOpException {
        if (!transfers.requiresContiguousAccess()) {
            requireMoved(buffer);
            return;
        }
        if (space.isUnranked()) {
            requireNarrow(buffer.value(), transfers.user(buffer));
            return;
        }
        List<Dim> strides = buffer.access().strides();
        ValueShape shape = transfers.shape(buffer);
        boolean isOutput = kernel.buffers().outputs().contains(buffer);
        boolean isResult = !transfers.middle().isEmpty()
                || kernel.body().finish() != null
                        && kernel.body().finish().stores().contains(buffer);
        boolean isContiguous = switch (shape) {
            case TILE, LANES -> strides.get(strides.size() - 1).equals(Dim.ONE);
            case COLUMN -> transfers.rowStride(buffer).equals(Dim.ONE) || transfers.movesColumn(buffer);
            default -> true;
        };
        if (shape == ValueShape.COLUMN && transfers.rowStride(buffer).equals(Dim.ZERO)) {
            throw new UnsupportedOpException(
                    transfers.user(buffer),
                    "it reads one element for several rows, but not for all, which is not printed yet");
        }
        if (!isContiguous || isOutput && shape != ValueShape.TILE && shape != ValueShape.COLUMN && !isResult) {
            throw new UnsupportedOpException(
                    transfers.user(buffer), "it reads or writes elements that are not contiguous");
        }
    }

    private void requireMoved(Buffer buffer) throws UnsupportedOpException {
        ValueShape shape = transfers.shape(buffer);
        boolean isWide = buffer.value().dtype().byteSize() > Float.BYTES;
        if (!kernel.buffers().outputs().contains(buffer)) {
            return;
        }
        boolean isResult = space.template() == LoopTemplate.COLUMN_REDUCTION
                && kernel.body().finish().stores().contains(buffer);
        boolean isOne = kernel.body().uniformStores().contains(buffer);
        boolean isContiguous = shape == ValueShape.TILE
                || shape == ValueShape.COLUMN
                || isOne
                || isResult && shape == ValueShape.LANES;
        Transfer store = transfers.transfer(buffer);
        boolean isMoved = store.layout() != TransferLayout.PLAIN;
        if (!isContiguous || store.layout() == TransferLayout.REPEATED || isWide && isMoved) {
            throw new UnsupportedOpException(transfers.user(buffer), "it writes elements that are not contiguous");
        }
    }

    /** Rejects indices that are not contiguous in memory, or that are computed by a reduction. */
    void require(Gather gather) throws UnsupportedOpException {
        Optional<Buffer> index = transfers.indices().inMemory(gather);
        if (index.isEmpty() && transfers.indices().reduction(gather).isPresent()) {
            throw new UnsupportedOpException(gather.node(), "its kernel reduces what its indices are computed of");
        }
        boolean isContiguous = index.isEmpty()
                || switch (transfers.shape(index.get())) {
                    case TILE, LANES ->
                        RowTransferPlanner.lastStride(index.get()).equals(Dim.ONE);
                    case COLUMN -> transfers.rowStride(index.get()).equals(Dim.ONE);
                    default -> true;
                };
        if (!isContiguous || space.isUnranked() || RowTransferPlanner.scansLanes(kernel)) {
            throw new UnsupportedOpException(gather.node(), "its indices are not contiguous");
        }
        if (!transfers.gathersRowSlices(gather) && transfers.shape(gather) == ValueShape.SINGLE) {
            throw new UnsupportedOpException(gather.node(), "it gathers one element alone");
        }
    }

    /** Rejects 64-bit elements of an unranked shape. */
    private static void requireNarrow(Node value, Node op) throws UnsupportedOpException {
        if (value.dtype().byteSize() > Float.BYTES) {
            throw new UnsupportedOpException(
                    op, "64-bit elements do not broadcast by shapes that are known only in the call");
        }
    }
}
