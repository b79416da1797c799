package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;

/** The second phase of a column reduction: some threads of a group share the blocks of a column. */
final class ColumnFinish {

    private ColumnFinish() {}

    static Function function(GroupLowering form, Partials partials) {
        ColumnTiles columns = new ColumnTiles(form);
        Code code = form.code;
        return form.unstored(form.kernel.name() + "_finish", GroupLowering.JOINED, () -> {
            partials.declare();
            form.declareInner();
            columns.declare(partials.blocks(), Code.number(1));
            form.items(ColumnTiles.TILES, () -> {
                columns.declareColumn(Code.integer("item"));
                partials.declareAccumulators();
                Variable part = Code.integer("part");
                code.loop(part, ColumnTiles.WAY, partials.blocks(), ColumnTiles.WAYS, Unroll.SOME, () -> {
                    partials.declareColumns(part);
                    partials.joinColumns(form.column());
                });
                form.kernel.partials().forEach(columns::join);
                form.body.finish(form.kernel.finish());
                code.when(columns.isFirst(), () -> form.kernel.finish().stores().forEach(form.body::store));
            });
        });
    }
}
