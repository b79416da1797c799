package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;

/** Column reductions: a group reduces some columns of a fixed block of rows, then others join the blocks' results. */
final class GpuColumnTemplate extends GpuTemplate {

    GpuColumnTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        GpuPartials partials = new GpuPartials(this);
        ColumnTiles columns = new ColumnTiles(this);
        Stage stage = kernel.unbufferedStages().get(0);
        openKernel(kernel.name(), JOINED);
        partials.declare();
        integer("inner", CNames.dim(space.inner()));
        integer("rows", CNames.dim(space.rows()));
        columns.declare("block", "blocks");
        openItems("blocks * tiles");
        partials.writeBlock("(item / tiles)", "rows");
        partials.writeColumns("(item / tiles)");
        columns.writeColumn("(item % tiles)");
        kernel.partials().forEach(body::declareAccumulator);
        unrollSome(stage);
        code.open("for (gk_int64 row = first + way; row < last; row += ways)");
        writeRow();
        Elements elements = columns.elements();
        body.load(stage, elements);
        body.compute(stage.computed(), elements);
        body.finish(stage, elements);
        writeRowStores("own == 0");
        code.close();
        kernel.partials().forEach(columns::join);
        code.open("if (present && way == 0)");
        partials.storeColumns(column(), dialect::accumulator);
        code.close();
        code.close();
        closeKernel();
        new ColumnFinish(this, partials).print();
    }
}
