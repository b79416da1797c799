package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.schedule.Kernel;

/** Scans along the last axis in loop order: vectors run along it, and what is behind them is carried on. */
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
        Place row = Place.ofRow(bases, names, "_row");
        if (isReverse()) {
            writeBackwards(new LoopPrinter(code, stage, row, false));
        } else {
            new LoopPrinter(code, stage, row, false).write("0", "scanned");
        }
        code.close();
        closeFunction();
    }

    /** The vectors are the same as forwards, so that as many of them are aligned. */
    private void writeBackwards(LoopPrinter loop) {
        code.block();
        code.line("gk_int64 i = scanned / GK_LANES * GK_LANES;");
        loop.declareStream("0");
        code.open("if (i < scanned)");
        loop.call("i", "(int) (scanned - i)", "_0", "stream");
        code.close();
        code.open("for (i -= GK_LANES; i >= 0; i -= GK_LANES)");
        loop.call("i", "GK_LANES", "_0", "stream");
        code.close();
        code.close();
    }
}
