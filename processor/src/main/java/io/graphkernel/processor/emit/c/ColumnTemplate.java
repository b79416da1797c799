package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Column reductions: partial results over fixed blocks of rows, each block's one after the other; then the finish. */
final class ColumnTemplate extends Template {

    /** Rows of one operand that are added up before they are joined with the partial results. */
    private static final int ROWS = 4;

    /** Elements between what is computed and what is requested for later: a part of a first-level cache. */
    private static final int AHEAD = 4096;

    /**
     * Several operands come row by row: rows of all at the same distance would meet in few lines of the caches. So do 16-bit
     * elements: [65536, 1024] of them took 2.9 ms against 5.0 ms, while f32 took 6.9 ms against 6.2 ms.
     */
    private final int rowsAtOnce;

    ColumnTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        boolean oneByOne = streamed().size() > 1
                || streamed().stream().anyMatch(input -> input.value().dtype().byteSize() == Short.BYTES);
        this.rowsAtOnce = oneByOne ? 1 : ROWS;
    }

    private List<Buffer> streamed() {
        return kernel.inputs().stream().filter(bases::isStreamed).toList();
    }

    @Override
    void print() {
        StageFunction stage = stages.get(0);
        openFunction(kernel.name());
        code.line("const gk_int64 rows = %s;", CNames.dim(space.rows()));
        writeInner();
        Partials partials = new Partials(kernel, names, code);
        partials.writeBlocks();
        partials.openColumns("rows");
        code.line("gk_int64 row = first;");
        if (rowsAtOnce > 1) {
            code.open("for (; row + %d <= last; row += %d)", rowsAtOnce, rowsAtOnce);
            writeRows(stage, rowsAtOnce);
            code.close();
        }
        code.open("for (; row < last; ++row)");
        writeRows(stage, 1);
        code.close();
        code.close();
        closeFunction();
        new FinishPrinter(kernel, names, bases, prologue, code).print();
    }

    private void writeRows(StageFunction stage, int rows) {
        for (int r = 0; r < rows; r++) {
            prologue.writeRow(code, r == 0 ? "row" : "(row + " + r + ")", suffix(r));
        }
        if (stage.hasStores()) {
            code.line("const int stream = 0;");
        }
        code.line("gk_int64 i = 0;");
        if (rows == 1
                && withHead(Place.ofRow(bases, names, suffix(0)), "", "inner").head()) {
            code.open("if (head > 0)");
            writeVector(stage, rows, "(int) head");
            code.line("i = head;");
            code.close();
        }
        code.open("for (; i + GK_LANES <= inner; i += GK_LANES)");
        writePrefetches(rows);
        writeVector(stage, rows, "GK_LANES");
        code.close();
        code.open("if (i < inner)");
        writeVector(stage, rows, "(int) (inner - i)");
        code.close();
    }

    /** Memory foresees some rows of one operand, but less well if their vectors are not aligned. */
    private void writePrefetches(int rows) {
        String needed = rows == 1 ? "1" : "inner % GK_LANES";
        for (Buffer input : streamed()) {
            for (int r = 0; r < rows; r++) {
                String base = Place.ofRow(bases, names, suffix(r)).base(input);
                code.line("gk_prefetch(%s + %d + i, %s);", base, AHEAD, needed);
            }
        }
    }

    private static String suffix(int row) {
        return "_row" + row;
    }

    private void writeVector(StageFunction stage, int rows, String lanes) {
        List<Node> partials = kernel.partials();
        for (Node node : partials) {
            String type = CTypes.vector(CTypes.accumulated(node.dtype()));
            code.line("%s %s = %s;", type, names.accumulator(node), CTypes.identity(node));
        }
        for (int r = 0; r < rows; r++) {
            code.line("%s", stage.call("i", lanes, Place.ofRow(bases, names, suffix(r)), "", false));
        }
        for (Node node : partials) {
            String target = names.partial(node) + " + i";
            code.line(
                    "gk_store(%s, gk_accumulate_%s(gk_load(%s, %s), %s, %s), %s);",
                    target, CTypes.function(node), target, lanes, names.accumulator(node), lanes, lanes);
        }
    }
}
