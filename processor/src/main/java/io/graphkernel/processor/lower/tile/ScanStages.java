package io.graphkernel.processor.lower.tile;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.tile.RowKernel.Items;
import io.graphkernel.processor.lower.tile.TileExpressions.Unsupported;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.lower.tile.TileValues.Value;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Scans: each lane accumulates by itself, row after row, or each row the lanes before each. */
final class ScanStages extends RowBody {

    private final Node scan;
    /** Whether rows accumulate their lanes. */
    private final boolean isOfLanes;

    ScanStages(Kernel kernel, Names names) throws Unsupported {
        super(kernel, names, Set.of(), ofParts(RowTransfers.scansLanes(kernel)));
        this.scan = kernel.scan();
        this.isOfLanes = RowTransfers.scansLanes(kernel);
        isReversed = scan.attributes().flag(Attributes.REVERSE);
        outlives = true;
    }

    private static Set<TileShape> ofParts(boolean isOfLanes) {
        return isOfLanes
                ? Set.of(TileShape.TILE, TileShape.LANES)
                : Set.of(TileShape.TILE, TileShape.COLUMN, TileShape.BLOCKS);
    }

    RowKernel inParts() throws Unsupported {
        TileReduction sums = TileReduction.of(scan);
        Stage stage = kernel.stages().get(0);
        load(kernel.inputs().stream()
                .filter(input -> !values.isOfPart(transfers.shape(input)))
                .toList());
        compute(kernel.uniformOps());
        compute(kernel.rowOps());
        TileShape shape = isOfLanes ? TileShape.BLOCKS : TileShape.LANES;
        Value.Lanes before = values.accumulator(sums, shape);
        next(false);
        load(stage.inputs());
        count(kernel.indices());
        for (Node op : stage.computed()) {
            if (op == scan) {
                scan(sums, before);
            } else {
                compute(List.of(op));
            }
        }
        store(stage.stores());
        end(true);
        if (isOfLanes) {
            return kernel(kernel.name(), transfers.outer(), Optional.empty(), false);
        }
        List<Dim> loops = space.outer().isEmpty() ? List.of() : transfers.outer();
        Items items = new Items(space.rows(), loops, Optional.empty(), false);
        return kernel(kernel.name(), transfers.middle(), space.inner(), Optional.empty(), false, Optional.of(items));
    }

    private void scan(TileReduction sums, Value.Lanes before) throws Unsupported {
        boolean isExclusive = scan.attributes().flag(Attributes.EXCLUSIVE);
        declare(
                sums,
                values.scanned(
                        sums.operation() == Operation.ADD ? Operation.SUM_UP : Operation.MULTIPLY_UP,
                        combined(sums),
                        before,
                        Value.Number.of(isExclusive ? 1 : 0, DType.I32),
                        scan.origin()));
    }
}
