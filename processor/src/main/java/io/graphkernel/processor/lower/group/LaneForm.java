package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Combined;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Lane reductions: some threads of a group share the middle loops of a column, and join what they accumulated. */
final class LaneForm extends GroupLowering {

    /** Iterations of a thread that it accumulates in one go. */
    private static final int BLOCK = 64;

    private final ColumnTiles columns = new ColumnTiles(this);
    private final Variable iterations = Code.integer("iterations");

    LaneForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), JOINED, () -> {
            declareInner();
            declareRows();
            code.integer(iterations.name(), middle());
            columns.declare(iterations, rows);
            items(Code.times(rows, ColumnTiles.TILES), this::lowerItem);
        }));
    }

    private void lowerItem() {
        Variable item = Code.integer("item");
        code.integer(row.name(), Code.over(item, ColumnTiles.TILES));
        indices.decode(row, 0, space.outer());
        columns.declareColumn(Code.modulo(item, ColumnTiles.TILES));
        body.computeRow();
        for (Stage stage : kernel.unbufferedStages()) {
            stage.reductions().forEach(body::declareAccumulator);
            if (stage.reductions().isEmpty()) {
                lowerIterations(stage, ColumnTiles.WAY, iterations);
            } else {
                lowerBlocks(stage);
            }
            stage.reductions().forEach(columns::join);
            stage.reductions().forEach(body::declareResult);
            body.compute(stage.rowOps());
        }
        awaitRow();
        storeRow(columns.isFirst());
    }

    /** What some iterations accumulate is joined before it meets that of the iterations before: thus long sums stay accurate. */
    private void lowerBlocks(Stage stage) {
        Variable begin = Code.integer("begin");
        Expression step = Code.times(Code.number(BLOCK), ColumnTiles.WAYS);
        code.loop(begin, Code.number(0), iterations, step, Unroll.FREE, () -> {
            Variable end = code.integer("end", Code.least(Code.plus(begin, step), iterations));
            for (Node reduction : stage.reductions()) {
                code.let(before(reduction), body.accumulator(reduction), Origin.NONE);
                code.assign(body.accumulator(reduction), new Identity(reduction));
            }
            lowerIterations(stage, Code.plus(begin, ColumnTiles.WAY), end);
            for (Node reduction : stage.reductions()) {
                Variable accumulator = body.accumulator(reduction);
                code.assign(accumulator, new Combined(reduction, before(reduction), accumulator));
            }
        });
    }

    private Variable before(Node reduction) {
        Variable accumulator = body.accumulator(reduction);
        return new Variable("before_" + accumulator.name(), accumulator.type());
    }

    private void lowerIterations(Stage stage, Expression from, Expression to) {
        Variable iteration = Code.integer("iteration");
        code.loop(iteration, from, to, ColumnTiles.WAYS, unroll(stage), () -> {
            indices.decode(iteration, space.outer().size(), space.middle());
            element(stage, storedIf(present));
        });
    }
}
