package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/**
 * Row reductions over some rows at a time, at most as many as a vector has lanes: each stage walks these rows one after
 * the other, then one vector operation reduces, computes or stores what every row has one of.
 */
final class RowBlockPrinter {

    private static final String ROWS = "_row";
    private static final String LINE = "_line";

    private final Template template;
    private final String from;
    private final String to;
    private final Kernel kernel;
    private final IterationSpace space;
    private final CNames names;
    private final Bases bases;
    private final KernelPrologue prologue;
    private final CodeWriter code;

    /**
     * A printer of the loops over the rows {@code [from, to)}.
     *
     * @param from text of the first row
     * @param to text of the end
     */
    RowBlockPrinter(Template template, String from, String to) {
        this.template = template;
        this.from = from;
        this.to = to;
        this.kernel = template.kernel;
        this.space = template.space;
        this.names = template.names;
        this.bases = template.bases;
        this.prologue = template.prologue;
        this.code = template.code;
    }

    /** Whether what every row has one of lies at even distances, and results next to each other. */
    boolean applies() {
        boolean rows = kernel.reducesRows() && space.middle().isEmpty();
        boolean gathers = kernel.gathers().stream().anyMatch(gather -> space.level(gather.node()) != Level.ELEMENT);
        return rows
                && !gathers
                && bases.reads(Level.ROW).stream()
                        .allMatch(input -> space.rowStride(input.access()).isPresent())
                && kernel.rowStores().stream()
                        .allMatch(store -> space.rowStride(store.access())
                                .filter(Dim.ONE::equals)
                                .isPresent());
    }

    /** Writes the loop over rows of at most {@link Kernel#SHORT_ROW} elements. */
    void writeShort() {
        write(true, "GK_LANES");
    }

    /** Writes the loop over longer rows: as many as stay in the first-level cache. */
    void writeLong() {
        long read = kernel.inputs().stream().filter(bases::isStreamed).count();
        long elements = Kernel.ROW_BLOCK / Math.max(1, read + kernel.saved().size());
        write(false, "gk_dim_max(1, gk_dim_min(GK_LANES, " + elements + " / inner))");
    }

    private void write(boolean shortRows, String most) {
        code.line("const gk_int64 most = %s;", most);
        code.line("gk_int64 rows;");
        code.open("for (gk_int64 row = %s; row < %s; row += rows)", from, to);
        code.line("rows = gk_dim_min(most, %s - row);", to);
        for (Buffer input : bases.reads(Level.ROW)) {
            prologue.declare(code, input.value(), ROWS, load(input));
        }
        Place place = Place.ofRow(bases, names, ROWS);
        prologue.compute(code, kernel.rowOps(), place);
        for (StageFunction stage : template.stages) {
            writeStage(stage, shortRows);
            for (Node reduction : stage.reductions()) {
                String reduced =
                        "gk_reduce_rows_" + CTypes.function(reduction) + "(" + lines(reduction) + ", (int) rows)";
                prologue.declare(code, reduction, ROWS, CTypes.narrowed(reduction, reduced));
            }
            prologue.compute(code, stage.stage().rowOps(), place);
        }
        for (Buffer store : kernel.rowStores()) {
            code.line("gk_store(%s + row, %s, (int) rows);", bases.name(store), prologue.value(store.stored(), ROWS));
        }
        code.close();
    }

    private String load(Buffer input) {
        Dim stride = space.rowStride(input.access()).orElseThrow();
        String at = bases.name(input) + " + " + bases.product("row", stride);
        if (bases.isIndex(input)) {
            return "gk_index(" + at + ", " + CNames.dim(stride) + ")";
        }
        if (stride.equals(Dim.ONE)) {
            return "gk_load(" + at + ", (int) rows)";
        }
        return "gk_load_strided(" + at + ", " + CNames.dim(stride) + ", (int) rows)";
    }

    /** One stage of each row in turn. */
    private void writeStage(StageFunction stage, boolean shortRows) {
        for (Node reduction : stage.accumulated()) {
            String type = CTypes.vector(CTypes.accumulated(reduction.dtype()));
            code.line("%s %s[GK_LANES];", type, lines(reduction));
        }
        code.open("for (gk_int64 line = 0; line < rows; ++line)");
        prologue.writeRowBases(code, "(row + line)", LINE);
        for (Node saved : kernel.saved()) {
            String name = names.saved(saved);
            code.line(
                    "%s *const %s%s = %s + line * (inner + 2 * GK_LANES);",
                    CTypes.kept(saved.dtype()), name, Place.HEAD, name);
        }
        for (Node node : stage.outerValues()) {
            if (space.level(node) == Level.ROW) {
                prologue.declare(code, node, LINE, "gk_lane(" + prologue.value(node, ROWS) + ", line)");
            }
        }
        Place place = Place.ofLine(bases, names, LINE);
        boolean first = stage == template.stages.get(0);
        if (shortRows) {
            template.declareAccumulators(stage, 1);
            List<Buffer> requested =
                    first ? kernel.inputs().stream().filter(bases::isStreamed).toList() : List.of();
            new LoopPrinter(code, stage, place, false).writeShort("inner", requested);
        } else {
            template.declareAccumulators(stage, stage.unroll());
            Place headed = template.withHead(place, "", "inner");
            new LoopPrinter(code, stage, headed, false).write("0", "inner");
        }
        for (Node reduction : stage.accumulated()) {
            int accumulators = shortRows ? 1 : stage.unroll();
            code.line("%s[line] = %s;", lines(reduction), template.joined(reduction, accumulators));
        }
        code.close();
    }

    /** The accumulators of the rows. */
    private String lines(Node reduction) {
        return names.accumulator(reduction) + "_rows";
    }
}
