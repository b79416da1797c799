package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes tiles of rows: what has one element for a row, a lane or the kernel stays that small, and instructions on whole tiles
 * read it again. All stages of a reduction run over a row that is in local memory, so that it is loaded once; of rows that
 * do not fit, each stage loads the lanes in parts.
 */
final class RowLowering {

    private final Kernel kernel;
    private final IterationSpace space;
    private final Names names;
    private final StageLowering stages;
    private final RowTransfers transfers;

    RowLowering(Kernel kernel, Names names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.stages = new StageLowering(kernel, names, new Code());
        this.transfers = new RowTransfers(kernel, names, stages);
    }

    /** Whether a kernel has rows, or values of one element. */
    static boolean takes(Kernel kernel) {
        boolean isFlat = kernel.isFlat()
                && Stream.concat(kernel.inputs().stream(), kernel.outputs().stream())
                        .allMatch(buffer -> buffer.access().strides().equals(List.of(Dim.ONE)));
        boolean isLoop = kernel.uniformOps().isEmpty()
                && kernel.indices().isEmpty()
                && kernel.gathers().isEmpty();
        return !isFlat || !isLoop;
    }

    /** The tiles, for rows that fit and for longer ones. */
    RowTiles lowered() throws Unsupported {
        requireRows();
        if (space.isRankless()) {
            return new RowTiles(new RanklessRows(kernel, names).lowered(), Optional.empty(), Optional.empty());
        }
        if (space.form() == Form.SCAN) {
            return new RowTiles(new ScanStages(kernel, names).inParts(), Optional.empty(), Optional.empty());
        }
        if (space.form() == Form.FULL_REDUCTION) {
            RowKernel finish = TotalStages.finish(kernel, names);
            return new RowTiles(TotalStages.blocks(kernel, names), Optional.empty(), Optional.of(finish));
        }
        if (!space.middle().isEmpty()) {
            RowKernel parts = new ItemStages(kernel, names).inParts();
            boolean isOneLoop = transfers.middle().size() == 1;
            return isOneLoop
                    ? new RowTiles(new ItemStages(kernel, names).whole(), Optional.of(parts), Optional.empty())
                    : new RowTiles(parts, Optional.empty(), Optional.empty());
        }
        if (space.form() == Form.COLUMN_REDUCTION) {
            RowKernel finish = new ColumnStages(kernel, names).finish();
            RowKernel blocks = new ColumnStages(kernel, names).blocks();
            return new RowTiles(blocks, blocksOfLongRows(), Optional.of(finish));
        }
        RowStages body = new RowStages(
                kernel,
                names,
                transfers.movesLanes()
                        ? Set.of(TileShape.SINGLE, TileShape.UNIFORM)
                        : Set.of(TileShape.SINGLE, TileShape.UNIFORM, TileShape.LANES));
        if (space.form() == Form.ELEMENTWISE) {
            return new RowTiles(body.whole(), Optional.empty(), Optional.empty());
        }
        RowKernel fits = body.whole();
        RowKernel parts = new RowStages(kernel, names, Set.of(TileShape.SINGLE, TileShape.UNIFORM)).inParts();
        return new RowTiles(fits, Optional.of(parts), Optional.empty());
    }

    private void requireRows() throws Unsupported {
        for (Gather gather : kernel.gathers()) {
            transfers.requireIndices(gather);
        }
        if (!kernel.indices().isEmpty() && space.isRankless()) {
            throw new Unsupported(
                    kernel.indices().get(0).value(), "it counts elements of shapes that only the call knows");
        }
        boolean isOne = kernel.outputs().size() == kernel.uniformStores().size();
        if (!kernel.uniformStores().isEmpty() && !isOne) {
            throw new Unsupported(
                    kernel.uniformStores().get(0).stored(), "its kernel has results of one element and of more");
        }
        for (Buffer buffer : stages.buffers()) {
            if (kernel.outputs().contains(buffer) || !transfers.isOfGathers(buffer)) {
                transfers.requireAccess(buffer);
            }
        }
    }

    /** Rows that are reduced, too, are in local memory as a whole if they fit. */
    private Optional<RowKernel> blocksOfLongRows() throws Unsupported {
        if (!kernel.reducesRows()) {
            return Optional.empty();
        }
        if (transfers.outer().size() > 1) {
            throw new Unsupported(
                    reduction().orElseThrow(),
                    "its kernel reduces rows and columns of a tensor whose rows do not lie one after the other");
        }
        return Optional.of(new ColumnStages(kernel, names).blocksInParts());
    }

    private Optional<Node> reduction() {
        return space.computed().stream()
                .filter(op -> OpTable.get().is(op, OpKind.REDUCTION))
                .findFirst();
    }
}
