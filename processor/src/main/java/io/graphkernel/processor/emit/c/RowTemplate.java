package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.Optional;

/** Elementwise kernels and row reductions: a loop over elements, or over rows with one or more stages. */
class RowTemplate extends Template {

    private final String from;
    private final String to;

    RowTemplate(Kernel kernel, CNames names, CodeWriter code) {
        this(kernel, names, code, "begin", "end");
    }

    /** A template whose loop over rows goes over {@code [from, to)}. */
    RowTemplate(Kernel kernel, CNames names, CodeWriter code, String from, String to) {
        super(kernel, names, code);
        this.from = from;
        this.to = to;
    }

    /** Opens what is around the loop over rows. */
    void openRange() {}

    void closeRange() {}

    @Override
    void print() {
        if (kernel.isFlat()) {
            openFunction(kernel.name());
            printFlat();
            closeFunction();
            return;
        }
        RowBlockPrinter blocks = new RowBlockPrinter(this, from, to);
        Dim inner = space.inner();
        boolean shortRows =
                blocks.applies() && !(inner instanceof Dim.Constant constant && constant.size() > Kernel.SHORT_ROW);
        if (shortRows && inner instanceof Dim.Constant) {
            printRows("static", kernel.name(), "", blocks::writeShort);
            return;
        }
        String shortName = shortRows ? kernel.name() + "_short" : "";
        if (shortRows) {
            printRows("GK_APART", shortName, "", blocks::writeShort);
        }
        printRows("static", kernel.name(), shortName, () -> printLongRows(blocks));
    }

    /** The parallel range counts rows, or what is around them. */
    private void printRows(String storage, String name, String shortName, Runnable loops) {
        openFunction(storage, name);
        writeInner();
        writeRowBuffers();
        if (!shortName.isEmpty()) {
            code.open("if (inner <= %d)", Kernel.SHORT_ROW);
            code.line("%s(arguments, begin, end, scratch);", shortName);
            code.line("return;");
            code.close();
        }
        openRange();
        loops.run();
        closeRange();
        closeFunction();
    }

    /** Results go row by row, so that memory has something to do all the time. */
    private void printLongRows(RowBlockPrinter blocks) {
        if (blocks.applies() && stages.stream().noneMatch(StageFunction::hasStores)) {
            blocks.writeLong();
        } else {
            printEachRow();
        }
    }

    /** One loop over elements, or none at all; the parallel range counts elements. */
    private void printFlat() {
        Place place = withHead(Place.ofRow(bases, names, ""), "begin", "end - begin");
        for (StageFunction stage : stages) {
            new LoopPrinter(code, stage, place, false).write("begin", "end");
        }
        kernel.uniformStores().forEach(store -> prologue.storeOne(code, store, "", ""));
    }

    /** All stages of one row after the other. */
    private void printEachRow() {
        code.open("for (gk_int64 row = %s; row < %s; ++row)", from, to);
        prologue.writeRow(code, "row", "_row");
        Place row = Place.ofRow(bases, names, "_row");
        if (space.middle().isEmpty()) {
            row = withHead(row, "", "inner");
            writeRequests(row);
        }
        for (StageFunction stage : stages) {
            declareAccumulators(stage, stage.unroll());
            openMiddle(row);
            Place place = space.middle().isEmpty() ? row : withHead(row.inMiddle(), "", "inner");
            new LoopPrinter(code, stage, place, false).write("0", "inner");
            closeMiddle();
            for (Node reduction : stage.reductions()) {
                prologue.declare(code, reduction, "_row", CTypes.narrowed(reduction, combined(stage, reduction)));
            }
            prologue.compute(code, stage.stage().rowOps(), row);
        }
        kernel.rowStores().forEach(store -> prologue.storeOne(code, store, "row", "_row"));
        code.close();
    }

    /**
     * Rows that do not end with a cache line share one, which passes through the caches though results do not. Stores to
     * row buffers would wait for it: it is requested some rows ahead.
     */
    private void writeRequests(Place row) {
        if (!row.head() || kernel.saved().isEmpty()) {
            return;
        }
        for (StageFunction stage : stages) {
            for (Buffer store : stage.stage().stores()) {
                Optional<Dim> next = space.rowStride(store.access()).filter(stride -> !stride.equals(Dim.ZERO));
                next.ifPresent(stride -> code.line(
                        "gk_prefetch_result(%s + %s, streaming && head > 0);",
                        row.base(store), bases.product(row.ahead(), stride)));
            }
        }
    }
}
