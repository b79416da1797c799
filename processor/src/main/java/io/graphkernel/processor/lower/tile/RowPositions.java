package io.graphkernel.processor.lower.tile;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.tile.TileKernel.Operation;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;

/** Values of index ops in a row kernel: positions of rows, of lanes, or of both as their sum. */
final class RowPositions {

    private final ScheduledKernel kernel;
    private final IterationSpace space;
    private final RowTransferPlanner transfers;
    private final TileInstructionBuilder values;

    RowPositions(ScheduledKernel kernel, RowTransferPlanner transfers, TileInstructionBuilder values) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.transfers = transfers;
        this.values = values;
    }

    /** Returns the positions of an index op. */
    TileValue of(Buffer index) {
        AccessMap access = index.access();
        Dim step = space.innerMask() == 0 && !RowTransferPlanner.scansLanes(kernel)
                ? Dim.ZERO
                : access.strides().get(access.strides().size() - 1);
        boolean hasLanes = !step.equals(Dim.ZERO);
        List<Dim> strides = transfers.strides(index);
        boolean hasRowStrides = !strides.stream().allMatch(Dim.ZERO::equals);
        List<TileValue> terms = new ArrayList<>();
        Origin origin = index.value().origin();
        if (!hasRowStrides && !hasLanes) {
            terms.add(values.uniformPosition(position(access.offset(), List.of(), Dim.ZERO), origin));
        }
        if (hasRowStrides) {
            Dim rowStride = strides.get(strides.size() - 1);
            Expression position = position(access.offset(), strides, rowStride);
            terms.add(values.positions(position, variesByRow(index) ? ValueShape.COLUMN : ValueShape.UNIFORM, origin));
        }
        if (hasLanes) {
            Dim first = hasRowStrides ? Dim.ZERO : access.offset();
            terms.add(values.positions(position(first, List.of(), step), ValueShape.LANES, origin));
        }
        TileMathBuilder math = new TileMathBuilder(values, origin);
        return terms.stream().reduce(math::plus).orElseThrow();
    }

    /** Returns true if positions vary between the rows of an item. */
    private boolean variesByRow(Buffer index) {
        return space.middle().isEmpty() || (index.mask() & ~space.outerMask() & ~space.innerMask()) != 0;
    }

    private Expression position(Dim first, List<Dim> strides, Dim step) {
        List<Expression> numbers = new ArrayList<>(List.of(CodeBuilder.size(first), CodeBuilder.size(step)));
        strides.forEach(stride -> numbers.add(CodeBuilder.size(stride)));
        return new Expression.Call(Operation.POSITION, numbers);
    }
}
