package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.schedule.Kernel;

/**
 * Column reductions that reduce rows too: in each block of rows the stages of a row reduction, which add to the block's
 * partial results in memory; then the finish.
 */
final class RowColumnTemplate extends RowTemplate {

    private final Partials partials;

    RowColumnTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code, "first", "last");
        this.partials = new Partials(kernel, names, code);
    }

    @Override
    void openRange() {
        partials.writeBlocks();
        partials.openColumns(CNames.dim(space.rows()));
    }

    @Override
    void closeRange() {
        code.close();
    }

    @Override
    void print() {
        super.print();
        new FinishPrinter(kernel, names, bases, prologue, code).print();
    }
}
