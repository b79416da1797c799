package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;

/** Elementwise kernels and row reductions: a loop over elements, or over rows with one or more stages. */
final class RowTemplate extends Template {

    RowTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        openFunction(kernel.name());
        if (kernel.isFlat()) {
            printFlat();
        } else {
            printRows();
        }
        closeFunction();
    }

    /** One loop over elements, or none at all; the parallel range counts elements. */
    private void printFlat() {
        Place place = Place.ofRow(bases, names, "");
        for (StageFunction stage : stages) {
            new LoopPrinter(code, stage, place, false).write("begin", "end");
        }
        kernel.uniformStores().forEach(store -> prologue.storeOne(code, store, "", ""));
    }

    /** The parallel range counts rows. */
    private void printRows() {
        writeInner();
        writeRowBuffers();
        Place row = Place.ofRow(bases, names, "_row");
        code.open("for (gk_int64 row = begin; row < end; ++row)");
        prologue.writeRow(code, "row", "_row");
        for (StageFunction stage : stages) {
            declareAccumulators(stage, stage.unroll());
            openMiddle(row);
            Place place = inMiddle(row);
            new LoopPrinter(code, stage, place, false).write("0", "inner");
            closeMiddle();
            for (Node reduction : stage.stage().reductions()) {
                prologue.declare(code, reduction, "_row", CTypes.narrowed(reduction, combined(stage, reduction)));
            }
            prologue.compute(code, stage.stage().rowOps(), row);
        }
        kernel.rowStores().forEach(store -> prologue.storeOne(code, store, "row", "_row"));
        code.close();
    }
}
