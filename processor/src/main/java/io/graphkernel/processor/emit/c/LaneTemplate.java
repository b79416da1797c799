package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;

/**
 * Lane reductions and scans: vectors run along the kept inner loop, and each of their lanes walks the middle loops for
 * itself. Some vectors go side by side, so that each turn of the middle loops uses whole cache lines.
 */
final class LaneTemplate extends Template {

    /** Vectors that go side by side. */
    private static final int VECTORS = 4;

    private final boolean scan;

    LaneTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.scan = space.form() == Form.SCAN;
    }

    @Override
    void print() {
        openFunction(kernel.name());
        writeInner();
        if (scan) {
            printRows();
        } else {
            printTiles();
        }
        closeFunction();
    }

    /** The parallel range counts tiles of the inner loop. */
    private void printTiles() {
        code.line("const gk_int64 tiles = (inner + %d) / %d;", Kernel.LANE_TILE - 1, Kernel.LANE_TILE);
        code.open("for (gk_int64 item = begin; item < end; ++item)");
        code.line("const gk_int64 row = item / tiles;");
        writeBases();
        code.line("gk_int64 i = item %% tiles * %d;", Kernel.LANE_TILE);
        code.line("const gk_int64 last = i + %d < inner ? i + %d : inner;", Kernel.LANE_TILE, Kernel.LANE_TILE);
        printVectors("last");
        code.close();
    }

    /** The parallel range counts rows of the outer loops. */
    private void printRows() {
        code.open("for (gk_int64 row = begin; row < end; ++row)");
        prologue.writeRow(code, "row", "_row");
        if (space.innerMask() == 0) {
            printBlock("0", 1, "1");
        } else {
            code.line("gk_int64 i = 0;");
            printVectors("inner");
        }
        code.close();
    }

    private void writeBases() {
        if (bases.needsOuterIndices()) {
            bases.declareOuterIndices(code, "row", "_row");
        }
        for (Buffer buffer : bases.all()) {
            if (bases.movesWithRow(buffer)) {
                prologue.writeBase(code, buffer, "_row", bases.name(buffer), bases.rowOffset(buffer, "row", "_row"));
            }
        }
    }

    private void printVectors(String end) {
        code.open("for (; i + %d * GK_LANES <= %s; i += %d * GK_LANES)", VECTORS, end, VECTORS);
        printBlock("i", VECTORS, "GK_LANES");
        code.close();
        code.open("for (; i < %s; i += GK_LANES)", end);
        code.line("const int lanes = %s - i < GK_LANES ? (int) (%s - i) : GK_LANES;", end, end);
        printBlock("i", 1, "lanes");
        code.close();
    }

    /** All stages for some vectors. */
    private void printBlock(String i, int vectors, String lanes) {
        Place row = Place.ofRow(bases, names, "_row");
        List<Place> places = new ArrayList<>();
        for (int vector = 0; vector < vectors; vector++) {
            Place place = scan ? row : row.withValues("_" + vector);
            places.add(place);
            if (!scan) {
                loadRows(place, at(i, vector), lanes);
                prologue.computeLanes(code, kernel.rowOps(), place, "(" + at(i, vector) + ")", lanes);
            }
        }
        for (StageFunction stage : stages) {
            declareAccumulators(stage, vectors);
            code.block();
            if (stage.hasStores()) {
                code.line("const int stream = %s;", streamAll(stage, row, i));
            }
            openLoops(row);
            for (int vector = 0; vector < vectors; vector++) {
                String suffix = stage.accumulated().isEmpty() ? "" : "_" + vector;
                Place place = inMiddle(places.get(vector));
                code.line("%s", stage.call(at(i, vector), lanes, place, suffix, false));
            }
            closeMiddle();
            code.close();
            for (int vector = 0; vector < vectors; vector++) {
                String suffix = "_" + vector;
                for (Node reduction : stage.stage().reductions()) {
                    String accumulated = CTypes.narrowed(reduction, names.accumulator(reduction) + suffix);
                    prologue.declare(code, reduction, suffix, accumulated);
                }
                if (!scan) {
                    prologue.computeLanes(
                            code, stage.stage().rowOps(), places.get(vector), "(" + at(i, vector) + ")", lanes);
                }
            }
        }
        for (Buffer store : kernel.rowStores()) {
            for (int vector = 0; vector < vectors; vector++) {
                code.line(
                        "gk_store(%s + %s, %s, %s);",
                        row.base(store), at(i, vector), prologue.value(store.stored(), "_" + vector), lanes);
            }
        }
    }

    private static String at(String i, int vector) {
        return i.equals("i") ? LoopPrinter.index(vector) : i;
    }

    /** Loads the operands of which each lane has one element. */
    private void loadRows(Place place, String i, String lanes) {
        List<Buffer> reads = new ArrayList<>(kernel.inputs());
        reads.addAll(kernel.indices());
        for (Buffer input : reads) {
            if (space.levelOf(input.mask()) == Level.ROW && !bases.isGathered(input)) {
                String stride = CNames.dim(bases.innerStride(input));
                boolean unit = bases.innerStride(input).equals(Dim.ONE);
                String value = bases.load(input, place.base(input), stride, unit ? i : "(" + i + ")", lanes);
                prologue.declare(code, input.value(), place.values(), value);
            }
        }
    }

    /** The middle loops, of which a scan may walk its only one backwards. */
    private void openLoops(Place row) {
        boolean reverse = kernel.group().nodes().stream()
                .anyMatch(node ->
                        OpTable.get().is(node, OpKind.SCAN) && node.attributes().flag(Attributes.REVERSE));
        if (!reverse) {
            openMiddle(row);
            return;
        }
        String extent = CNames.dim(space.middle().get(0).extent());
        String index = Bases.index(space.outer().size(), "");
        code.open("for (gk_int64 %s = %s - 1; %s >= 0; --%s)", index, extent, index, index);
        writeMiddleBases(row);
    }

    /** Every turn of the middle loops is aligned if the first one is and the way to the next one is. */
    private String streamAll(StageFunction stage, Place row, String i) {
        StringBuilder condition = new StringBuilder(stream(stage, row, " + " + i));
        int first = space.outer().size();
        for (Buffer store : stage.stage().stores()) {
            for (int run = first; run < first + space.middle().size(); run++) {
                String next = CNames.dim(store.access().strides().get(run));
                condition.append(" && gk_is_aligned(" + row.base(store) + " + " + i + " + " + next + ")");
            }
        }
        return condition.toString();
    }
}
