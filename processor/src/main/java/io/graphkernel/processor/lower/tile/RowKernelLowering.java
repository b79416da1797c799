package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileLoweringResult.RowKernelVariants;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Gather;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lowering of kernels over rows.
 *
 * <p>Values with one element per row, lane or kernel stay small and are broadcast by tile instructions. A row that fits
 * in local memory is loaded once for all stages of a reduction. Otherwise each stage loads the lanes in chunks.
 */
final class RowKernelLowering {

    private final ScheduledKernel kernel;
    private final IterationSpace space;
    private final KernelNames names;
    private final StageLowering stages;
    private final RowTransferPlanner transfers;

    RowKernelLowering(ScheduledKernel kernel, KernelNames names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.stages = new StageLowering(kernel, names, new CodeBuilder());
        this.transfers = new RowTransferPlanner(kernel, names, stages);
    }

    /** Returns true if a kernel has rows, or values with one element. */
    static boolean supports(ScheduledKernel kernel) {
        boolean isFlat = kernel.isFlat()
                && Stream.concat(kernel.buffers().inputs().stream(), kernel.buffers().outputs().stream())
                        .allMatch(buffer -> buffer.access().strides().equals(List.of(Dim.ONE)));
        boolean isLoop = kernel.body().uniformOps().isEmpty()
                && kernel.buffers().indices().isEmpty()
                && kernel.buffers().gathers().isEmpty();
        return !isFlat || !isLoop;
    }

    /** Lowers the kernel, for rows that fit and for longer ones. */
    RowKernelVariants lowered() throws UnsupportedOpException {
        requireRowAccess();
        if (space.isUnranked()) {
            return new RowKernelVariants(
                    new TileUnrankedEmitter(kernel, names).lowered(), Optional.empty(), Optional.empty());
        }
        if (space.template() == LoopTemplate.SCAN) {
            return new RowKernelVariants(
                    new TileScanEmitter(kernel, names).inChunks(), Optional.empty(), Optional.empty());
        }
        if (space.template() == LoopTemplate.FULL_REDUCTION) {
            RowKernel finish = TileFullReductionEmitter.finish(kernel, names);
            return new RowKernelVariants(
                    TileFullReductionEmitter.blocks(kernel, names), Optional.empty(), Optional.of(finish));
        }
        if (!space.middle().isEmpty()) {
            RowKernel chunked = new TileNestedRowEmitter(kernel, names).inChunks();
            boolean isOneLoop = transfers.middle().size() == 1;
            return isOneLoop
                    ? new RowKernelVariants(
                            new TileNestedRowEmitter(kernel, names).unchunked(), Optional.of(chunked), Optional.empty())
                    : new RowKernelVariants(chunked, Optional.empty(), Optional.empty());
        }
        if (space.template() == LoopTemplate.COLUMN_REDUCTION) {
            RowKernel finish = new TileColumnEmitter(kernel, names).finish();
            RowKernel blocks = new TileColumnEmitter(kernel, names).blocks();
            return new RowKernelVariants(blocks, chunkedBlocks(), Optional.of(finish));
        }
        TileRowEmitter body = new TileRowEmitter(
                kernel,
                names,
                transfers.movesLanes()
                        ? Set.of(ValueShape.SINGLE, ValueShape.UNIFORM)
                        : Set.of(ValueShape.SINGLE, ValueShape.UNIFORM, ValueShape.LANES));
        if (space.template() == LoopTemplate.ELEMENTWISE) {
            return new RowKernelVariants(body.unchunked(), Optional.empty(), Optional.empty());
        }
        RowKernel fits = body.unchunked();
        RowKernel chunked = new TileRowEmitter(kernel, names, Set.of(ValueShape.SINGLE, ValueShape.UNIFORM)).inChunks();
        return new RowKernelVariants(fits, Optional.of(chunked), Optional.empty());
    }

    private void requireRowAccess() throws UnsupportedOpException {
        RowAccessCheck check = new RowAccessCheck(kernel, transfers);
        for (Gather gather : kernel.buffers().gathers()) {
            check.require(gather);
        }
        if (!kernel.buffers().indices().isEmpty() && space.isUnranked()) {
            throw new UnsupportedOpException(
                    kernel.buffers().indices().get(0).value(),
                    "it counts elements of shapes that are known only in the call");
        }
        boolean isOne = kernel.buffers().outputs().size()
                == kernel.body().uniformStores().size();
        if (!kernel.body().uniformStores().isEmpty() && !isOne) {
            throw new UnsupportedOpException(
                    kernel.body().uniformStores().get(0).stored(), "its kernel has results of one element and of more");
        }
        for (Buffer buffer : stages.buffers()) {
            if (kernel.buffers().outputs().contains(buffer) || !transfers.isGatherOnly(buffer)) {
                check.require(buffer);
            }
        }
    }

    /** Returns the blocks of rows that are reduced as well and do not fit. */
    private Optional<RowKernel> chunkedBlocks() throws UnsupportedOpException {
        if (!kernel.reducesRows()) {
            return Optional.empty();
        }
        if (transfers.outer().size() > 1) {
            throw new UnsupportedOpException(
                    reduction().orElseThrow(),
                    "its kernel reduces rows and columns of a tensor whose rows are not contiguous");
        }
        return Optional.of(new TileColumnEmitter(kernel, names).blocksInChunks());
    }

    private Optional<Node> reduction() {
        return space.computed().stream()
                .filter(op -> OpTable.get().is(op, OpKind.REDUCTION))
                .findFirst();
    }
}
