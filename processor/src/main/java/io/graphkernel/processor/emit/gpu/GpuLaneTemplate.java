package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;

/** Lane reductions: some threads of a group share the middle loops of a column, and join what they accumulated. */
final class GpuLaneTemplate extends GpuTemplate {

    GpuLaneTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        ColumnTiles columns = new ColumnTiles(this);
        openKernel(kernel.name(), true);
        integer("inner", CNames.dim(space.inner()));
        integer("rows", CNames.dim(space.rows()));
        integer("turns", middle());
        columns.declare();
        openItems("rows * tiles");
        integer("row", "item / tiles");
        body.decode("row", 0, space.outer());
        columns.writeColumn("(item % tiles)");
        writeRowValues();
        Elements elements = columns.elements();
        for (Stage stage : kernel.unbufferedStages()) {
            stage.reductions().forEach(body::declareAccumulator);
            columns.openTurns("for (gk_int64 turn = way; turn < turns; turn += ways)");
            body.decode("turn", space.outer().size(), space.middle());
            body.load(stage, elements);
            body.compute(stage.computed(), elements);
            body.finish(stage, elements);
            code.close();
            stage.reductions().forEach(columns::join);
            stage.reductions().forEach(body::declareResult);
            body.compute(stage.rowOps());
        }
        if (updatesRows()) {
            code.line("GK_BARRIER();");
        }
        writeRowStores("present && way == 0");
        code.close();
        closeKernel();
    }
}
