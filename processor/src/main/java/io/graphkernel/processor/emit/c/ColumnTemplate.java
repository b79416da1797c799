package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Column reductions: partial results over fixed blocks of rows, each block's one after the other; then the finish. */
final class ColumnTemplate extends Template {

    /** Rows that are added up before they are joined with the partial results: thus sums stay accurate too. */
    private static final int ROWS = 4;

    ColumnTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        StageFunction stage = stages.get(0);
        openFunction(kernel.name());
        code.line("const gk_int64 rows = %s;", CNames.dim(space.rows()));
        writeInner();
        Partials partials = new Partials(kernel, names, code);
        partials.writeBlocks();
        code.open("for (gk_int64 item = begin; item < end; ++item)");
        code.line("const gk_int64 first = item * block;");
        code.line("const gk_int64 last = first + block < rows ? first + block : rows;");
        partials.writeColumns("item");
        for (Node partial : kernel.partials()) {
            code.line("gk_fill(%s, %s, inner);", names.partial(partial), CTypes.identity(partial));
        }
        code.line("gk_int64 row = first;");
        code.open("for (; row + %d <= last; row += %d)", ROWS, ROWS);
        writeRows(stage, ROWS);
        code.close();
        code.open("for (; row < last; ++row)");
        writeRows(stage, 1);
        code.close();
        code.close();
        closeFunction();
        new FinishPrinter(kernel, names, bases, prologue, code).print();
    }

    private void writeRows(StageFunction stage, int rows) {
        for (int r = 0; r < rows; r++) {
            prologue.writeRow(code, r == 0 ? "row" : "(row + " + r + ")", "_" + r);
        }
        code.line("gk_int64 i = 0;");
        code.open("for (; i + GK_LANES <= inner; i += GK_LANES)");
        writeVector(stage, rows, "GK_LANES");
        code.close();
        code.open("if (i < inner)");
        writeVector(stage, rows, "(int) (inner - i)");
        code.close();
    }

    private void writeVector(StageFunction stage, int rows, String lanes) {
        List<Node> partials = kernel.partials();
        for (Node node : partials) {
            String type = CTypes.vector(CTypes.accumulated(node.dtype()));
            code.line("%s %s = %s;", type, names.accumulator(node), CTypes.identity(node));
        }
        for (int r = 0; r < rows; r++) {
            code.line("%s", stage.call("i", lanes, Place.ofRow(bases, names, "_" + r), "", false, "0"));
        }
        for (Node node : partials) {
            String target = names.partial(node) + " + i";
            code.line(
                    "gk_store(%s, gk_accumulate_%s(gk_load(%s, %s), %s, %s), %s);",
                    target, CTypes.function(node), target, lanes, names.accumulator(node), lanes, lanes);
        }
    }
}
