package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Column reductions: a group reduces some columns of a fixed block of rows, then others join the blocks' results. */
final class ColumnForm extends GroupLowering {

    private final Partials partials;
    private final ColumnTiles columns = new ColumnTiles(this);

    ColumnForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.partials = new Partials(kernel, names, body, code);
    }

    @Override
    List<Function> functions() {
        Function blocks = function(kernel.name(), JOINED, () -> {
            partials.declare();
            declareInner();
            declareRows();
            columns.declare(partials.block(), partials.blocks());
            items(Code.times(partials.blocks(), ColumnTiles.TILES), this::lowerItem);
        });
        return List.of(blocks, ColumnFinish.function(this, partials));
    }

    private void lowerItem() {
        Variable item = Code.integer("item");
        Expression block = Code.over(item, ColumnTiles.TILES);
        partials.declareBlock(block, rows);
        partials.declareColumns(block);
        columns.declareColumn(Code.modulo(item, ColumnTiles.TILES));
        partials.declareAccumulators();
        Stage stage = kernel.unbufferedStages().get(0);
        Expression begin = Code.plus(partials.first(), ColumnTiles.WAY);
        code.loop(row, begin, partials.last(), ColumnTiles.WAYS, unroll(stage), () -> {
            declareRow();
            element(stage, storedIf(present));
            storeRow(isZero(Code.integer("own")));
        });
        kernel.partials().forEach(columns::join);
        code.when(columns.isFirst(), () -> partials.storeColumns(column(), body::accumulator));
    }
}
