package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressionLowering.UnsupportedOpException;
import io.graphkernel.processor.lower.tile.TileInstructionBuilder.Value;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Emitter of scans: along rows, where each lane accumulates, or along lanes. */
final class TileScanEmitter extends RowKernelBuilder {

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
        Stage stage = kernel.stages().get(0);
        load(kernel.inputs().stream()
                .filter(input -> !values.variesByChunk(transfers.shape(input)))
                .toList());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        ValueShape shape = isOfLanes ? ValueShape.BLOCKS : ValueShape.LANES;
        Value.Lanes before = values.accumulator(sums, shape);
        nextSection(false);
        load(stage.inputs());
        declarePositions(kernel.indices());
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

    private void scan(TileReduction sums, Value.Lanes before) throws UnsupportedOpException {
        boolean isExclusive = scan.attributes().flag(Attributes.EXCLUSIVE);
        declare(
                sums,
                values.scanned(
                        sums.operation() == Operation.ADD ? Operation.CUMULATIVE_SUM : Operation.CUMULATIVE_PRODUCT,
                        reductionOperand(sums),
                        before,
                        Value.Number.of(isExclusive ? 1 : 0, DataType.I32),
                        scan.origin()));
    }
}
