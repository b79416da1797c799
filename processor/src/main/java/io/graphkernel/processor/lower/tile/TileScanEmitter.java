package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Emitter of scans: along rows, where each lane accumulates, or along lanes. */
final class TileScanEmitter extends RowKernelBuilder {

    /** Number of scratch tiles of a scan along lanes. */
    private static final int LANE_SCAN_SCRATCH_TILES = 3;

    private final Node scan;
    /** True if the scan runs along lanes. */
    private final boolean isOfLanes;

    TileScanEmitter(ScheduledKernel kernel, KernelNames names) throws UnsupportedOpException {
        super(kernel, names, Set.of(), chunkShapes(RowTransferPlanner.scansLanes(kernel)));
        this.scan = kernel.scan();
        this.isOfLanes = RowTransferPlanner.scansLanes(kernel);
        isReversed = scan.attributes().flag(Attributes.REVERSE);
        keepsLoadedValues = true;
    }

    private static Set<ValueShape> chunkShapes(boolean isOfLanes) {
        return isOfLanes
                ? Set.of(ValueShape.TILE, ValueShape.LANES)
                : Set.of(ValueShape.TILE, ValueShape.COLUMN, ValueShape.BLOCKS);
    }

    RowKernel inChunks() throws UnsupportedOpException {
        TileReduction sums = TileReduction.of(scan);
        if (sums.operation() != Operation.ADD && sums.operation() != Operation.MULTIPLY) {
            throw new UnsupportedOpException(scan, "scans are sums or products");
        }
        Stage stage = kernel.body().stages().get(0);
        load(kernel.buffers().inputs().stream()
                .filter(input -> !values.instructions().variesByChunk(transfers.shape(input)))
                .toList());
        compute(kernel.body().uniformOps());
        compute(kernel.body().rowOps());
        ValueShape shape = isOfLanes ? ValueShape.BLOCKS : ValueShape.LANES;
        TileValue.Lanes before = sums.accumulator(values.instructions(), shape);
        nextSection(false);
        load(stage.inputs());
        declarePositions(kernel.buffers().indices());
        for (Node op : stage.computed()) {
            if (op == scan) {
                scan(sums, before);
            } else {
                compute(List.of(op));
            }
        }
        store(stage.stores());
        endSection(true);
        if (isOfLanes) {
            return kernel(kernel.name(), transfers.outer(), Optional.empty(), false);
        }
        List<Dim> loops = space.outer().isEmpty() ? List.of() : transfers.outer();
        Items items = new Items(space.rows(), loops, Optional.empty(), false);
        return kernel(kernel.name(), transfers.middle(), space.inner(), Optional.empty(), false, Optional.of(items));
    }

    private void scan(TileReduction sums, TileValue.Lanes before) throws UnsupportedOpException {
        TileInstructions instructions = values.instructions();
        TileValue.Lanes tile = values.tile(reductionOperand(sums), scan.origin());
        List<TileValue.Lanes> sources = new ArrayList<>(List.of(tile, before));
        for (int i = 0; i < LANE_SCAN_SCRATCH_TILES && isOfLanes; i++) {
            sources.add(instructions.newValue(tile.dtype(), ValueShape.TILE));
        }
        TileValue.Number isExclusive =
                TileValue.Number.of(scan.attributes().flag(Attributes.EXCLUSIVE) ? 1 : 0, DataType.I32);
        TileValue.Lanes scanned = instructions.add(
                sums.operation() == Operation.ADD ? Operation.CUMULATIVE_SUM : Operation.CUMULATIVE_PRODUCT,
                instructions.newValue(tile.dtype(), ValueShape.TILE),
                sources,
                isExclusive.number(),
                scan.origin());
        declare(sums, scanned);
    }
}
