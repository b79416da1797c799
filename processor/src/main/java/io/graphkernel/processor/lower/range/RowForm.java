package io.graphkernel.processor.lower.range;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/**
 * Reductions of rows, in stages one after the other: the range counts rows; or, where the inner loop is kept, tiles of it
 * whose elements are rows of their own.
 */
final class RowForm extends RangeLowering {

    private final int from;
    private final int to;

    RowForm(Kernel kernel, Names names) {
        super(kernel, names);
        boolean lanes = space.form() == Form.LANE_REDUCTION;
        this.from = space.outer().size();
        this.to = space.runs().size() - (lanes ? 1 : 0);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), () -> {
            if (kernel.isTiled()) {
                tiles(this::lowerRow);
            } else {
                rows(this::lowerRow);
            }
        }));
    }

    /** The stages of one row, over its reduced loops. */
    private void lowerRow() {
        for (Stage stage : kernel.stages()) {
            stage.reductions().forEach(body::declareAccumulator);
            lowerLoops(from, stage);
            stage.reductions().forEach(body::declareResult);
            body.compute(stage.rowOps());
        }
        storeRow();
    }

    private void lowerLoops(int run, Stage stage) {
        if (run == to) {
            element(stage, position());
        } else {
            code.loop(Indices.of(run), Code.number(0), iterations(run), () -> lowerLoops(run + 1, stage));
        }
    }

    /** The iterations of a loop; none if there is nothing in it, however many they would be. */
    private Expression iterations(int run) {
        Expression extent = extent(run);
        return space.runsWithin(run).stream()
                .<Expression>map(inner -> new Expression.Binary(Operator.GREATER, Code.size(inner), Code.number(0)))
                .reduce(Code::and)
                .<Expression>map(within -> new Conditional(within, extent, Code.number(0)))
                .orElse(extent);
    }

    /** The element of a row buffer: the reduced loops are walked in row-major order. */
    private Expression position() {
        Expression position = Code.size(Dim.ZERO);
        for (int run = from; run < to; run++) {
            Expression index = Indices.of(run);
            position = run == from ? index : Code.plus(Code.times(position, extent(run)), index);
        }
        return position;
    }

    private Expression extent(int run) {
        return Code.size(space.runs().get(run).extent());
    }
}
