package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;

/** Lane reductions: some threads of a group share the middle loops of a column, and join what they accumulated. */
final class GpuLaneTemplate extends GpuTemplate {

    /** Turns of a thread that it accumulates in one go. */
    private static final int BLOCK = 64;

    GpuLaneTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        ColumnTiles columns = new ColumnTiles(this);
        openKernel(kernel.name(), JOINED);
        integer("inner", CNames.dim(space.inner()));
        integer("rows", CNames.dim(space.rows()));
        integer("turns", middle());
        columns.declare("turns", "rows");
        openItems("rows * tiles");
        integer("row", "item / tiles");
        body.decode("row", 0, space.outer());
        columns.writeColumn("(item % tiles)");
        writeRowValues();
        for (Stage stage : kernel.unbufferedStages()) {
            stage.reductions().forEach(body::declareAccumulator);
            if (stage.reductions().isEmpty()) {
                writeTurns(columns, stage, "way", "turns");
            } else {
                writeBlocks(columns, stage);
            }
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

    /** What some turns accumulate is joined before it meets that of the turns before: thus long sums stay accurate. */
    private void writeBlocks(ColumnTiles columns, Stage stage) {
        code.open("for (gk_int64 begin = 0; begin < turns; begin += %d * ways)", BLOCK);
        integer("end", "gk_dim_min(begin + " + BLOCK + " * ways, turns)");
        for (Node reduction : stage.reductions()) {
            code.line(
                    "const %s %s = %s;",
                    dialect.accumulatorType(reduction), before(reduction), dialect.accumulator(reduction));
            code.line("%s = %s;", dialect.accumulator(reduction), dialect.identity(reduction));
        }
        writeTurns(columns, stage, "begin + way", "end");
        for (Node reduction : stage.reductions()) {
            String accumulator = dialect.accumulator(reduction);
            code.line("%s = %s;", accumulator, dialect.joined(reduction, before(reduction), accumulator));
        }
        code.close();
    }

    private String before(Node reduction) {
        return "before_" + dialect.accumulator(reduction);
    }

    private void writeTurns(ColumnTiles columns, Stage stage, String from, String to) {
        Elements elements = columns.elements();
        unrollSome(stage);
        code.open("for (gk_int64 turn = %s; turn < %s; turn += ways)", from, to);
        body.decode("turn", space.outer().size(), space.middle());
        body.load(stage, elements);
        body.compute(stage.computed(), elements);
        body.finish(stage, elements);
        code.close();
    }
}
