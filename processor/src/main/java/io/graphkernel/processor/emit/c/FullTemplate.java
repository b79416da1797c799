package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Full reductions: partial results over fixed blocks of elements or of rows, then the finish. */
final class FullTemplate extends Template {

    FullTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        StageFunction stage = stages.get(0);
        boolean flat = space.outer().isEmpty();
        openFunction(kernel.name());
        writeInner();
        if (!flat) {
            code.line("const gk_int64 rows = %s;", CNames.dim(space.rows()));
        }
        Partials partials = new Partials(kernel, names, code);
        partials.writeBlocks();
        partials.writeCount();
        code.open("for (gk_int64 item = begin; item < end; ++item)");
        String extent = flat ? "inner" : "rows";
        code.line("const gk_int64 first = item * block;");
        code.line("const gk_int64 last = first + block < %s ? first + block : %s;", extent, extent);
        declareAccumulators(stage, stage.unroll());
        if (flat) {
            Place place = withHead(Place.ofRow(bases, names, ""), "first", "last - first");
            new LoopPrinter(code, stage, place, false).write("first", "last");
        } else {
            code.open("for (gk_int64 row = first; row < last; ++row)");
            prologue.writeRow(code, "row", "_row");
            Place place = withHead(Place.ofRow(bases, names, "_row"), "", "inner");
            new LoopPrinter(code, stage, place, false).write("0", "inner");
            code.close();
        }
        List<Node> reductions = kernel.partials();
        for (int i = 0; i < reductions.size(); i++) {
            code.line(
                    "gk_store_one(%s, %s);",
                    partials.ofBlock(reductions.get(i), i, "item"), combined(stage, reductions.get(i)));
        }
        code.close();
        closeFunction();
        new FinishPrinter(kernel, names, bases, prologue, code).print();
    }
}
