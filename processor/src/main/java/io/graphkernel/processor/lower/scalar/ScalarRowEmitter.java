package io.graphkernel.processor.lower.scalar;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Emitter of row reductions, in sequential stages. The range counts rows or, if the inner loop is kept, tiles of it,
 * whose elements are rows.
 */
final class ScalarRowEmitter extends ScalarLowering {

    private final int from;
    private final int to;

    ScalarRowEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        boolean isStrided = space.template() == LoopTemplate.STRIDED_REDUCTION;
        this.from = space.outer().size();
        this.to = space.dims().size() - (isStrided ? 1 : 0);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), () -> {
            if (kernel.isTiled()) {
                forEachTile(this::lowerRow);
            } else {
                forEachRow(this::lowerRow);
            }
        }));
    }

    /** Lowers the stages of one row, over its reduced loops. */
    private void lowerRow() {
        for (Stage stage : kernel.body().stages()) {
            stage.reductions().forEach(body::declareAccumulator);
            lowerLoops(from, stage);
            stage.reductions().forEach(body::declareResult);
            body.compute(stage.rowOps());
        }
        storeRowResults();
    }

    private void lowerLoops(int dim, Stage stage) {
        if (dim == to) {
            lowerElement(stage, position());
        } else {
            code.loop(LoopIndices.of(dim), CodeBuilder.constant(0), iterations(dim), () -> lowerLoops(dim + 1, stage));
        }
    }

    /** Returns the trip count of a loop, which is 0 if an inner loop is empty. */
    private Expression iterations(int dim) {
        Expression extent = extent(dim);
        return space.dimsWithin(dim).stream()
                .<Expression>map(inner ->
                        new Expression.Binary(Operator.GREATER, CodeBuilder.size(inner), CodeBuilder.constant(0)))
                .reduce(CodeBuilder::and)
                .<Expression>map(within -> new Select(within, extent, CodeBuilder.constant(0)))
                .orElse(extent);
    }

    /** Returns the row-major index in the row buffers at the indices of the reduced loops. */
    private Expression position() {
        Expression position = CodeBuilder.size(Dim.ZERO);
        for (int dim = from; dim < to; dim++) {
            Expression index = LoopIndices.of(dim);
            position = dim == from ? index : CodeBuilder.plus(CodeBuilder.times(position, extent(dim)), index);
        }
        return position;
    }

    private Expression extent(int dim) {
        return CodeBuilder.size(space.dims().get(dim).extent());
    }
}
