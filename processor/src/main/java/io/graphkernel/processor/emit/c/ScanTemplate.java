package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.schedule.Kernel;

/** Scans along the last axis in loop order: vectors run along it, and what comes after them is carried on. */
final class ScanTemplate extends Template {

    ScanTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        StageFunction stage = stages.get(0);
        openFunction(kernel.name());
        code.line(
                "const gk_int64 scanned = %s;", CNames.dim(space.middle().get(0).extent()));
        code.open("for (gk_int64 row = begin; row < end; ++row)");
        prologue.writeRow(code, "row", "_row");
        declareAccumulators(stage, 1);
        Place row = withHead(Place.ofRow(bases, names, "_row"), "", "scanned");
        LoopPrinter loop = new LoopPrinter(code, stage, row, false);
        if (isReverse()) {
            loop.writeBackwards("scanned");
        } else {
            loop.write("0", "scanned");
        }
        code.close();
        closeFunction();
    }
}
