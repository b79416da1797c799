package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.prelude.CTypes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;
import java.util.function.Function;

/**
 * Lane reductions, and scans next to a kept inner loop: vectors run along the kept inner loop, and each of their lanes
 * walks the middle loops for itself. Adjacent tiles of the inner loop are computed side by side, so that memory is read
 * in long pieces. They take a few turns of the last middle loop at a time, with accumulators in registers that are then
 * joined with those of a block of turns, and these with those of the tile: thus sums of many turns stay accurate.
 */
final class LaneTemplate extends Template {

    /** Vectors that go side by side. */
    private static final int VECTORS = 4;

    /** Turns of the last middle loop that accumulate in registers. */
    private static final int TURNS = 8;

    /** Turns of the last middle loop whose accumulators are joined before they meet those of the tile. */
    private static final int BLOCK = 128;

    private final boolean scan;
    private final LaneValues values;

    LaneTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.scan = space.form() == Form.SCAN;
        this.values = new LaneValues(kernel, names, bases, prologue, stages, code);
    }

    @Override
    void print() {
        openFunction(kernel.name());
        writeInner();
        values.declare();
        printTiles();
        closeFunction();
    }

    /** The parallel range counts tiles of the inner loop; adjacent ones are computed side by side. */
    private void printTiles() {
        code.line("const gk_int64 tiles = (inner + %d) / %d;", Kernel.LANE_TILE - 1, Kernel.LANE_TILE);
        code.line("gk_int64 joined;");
        code.open("for (gk_int64 item = begin; item < end; item += joined)");
        code.line("const gk_int64 row = item / tiles;");
        code.line("const gk_int64 tile = item % tiles;");
        code.line("joined = gk_dim_min(%d, gk_dim_min(tiles - tile, end - item));", Kernel.LANE_TILES);
        code.line("const gk_int64 column = tile * %d;", Kernel.LANE_TILE);
        code.line("const gk_int64 columns = gk_dim_min(joined * %d, inner - column);", Kernel.LANE_TILE);
        writeBases();
        if (scan) {
            printScan();
        } else {
            printReduction();
        }
        code.close();
    }

    private void printReduction() {
        Place place = Place.ofLanes(bases, names, "_row");
        for (int stage = 0; stage < stages.size(); stage++) {
            values.writeBefore(stage, place);
            printStage(stages.get(stage), place);
        }
        values.writeBefore(stages.size(), place);
    }

    private void printScan() {
        Place place = Place.ofAll(bases, names, "_row");
        prologue.writeRowValues(code, place);
        stages.forEach(stage -> printStage(stage, place));
    }

    private void writeBases() {
        if (bases.needsOuterIndices()) {
            bases.declareOuterIndices(code, "row", "_row");
        }
        for (Buffer buffer : bases.all()) {
            String offset = bases.movesWithRow(buffer) ? bases.rowOffset(buffer, "row", "_row") : "0";
            if (!bases.innerStride(buffer).equals(Dim.ZERO)) {
                String columns = bases.product("column", bases.innerStride(buffer));
                offset = offset.equals("0") ? columns : offset + " + " + columns;
            }
            prologue.writeBase(code, buffer, "_row", bases.name(buffer), offset);
        }
    }

    private void printStage(StageFunction stage, Place place) {
        if (stage.accumulated().isEmpty()) {
            openMiddle(place);
            new LoopPrinter(code, stage, withHead(place.inMiddle(), "", "columns"), false).write("0", "columns");
            closeMiddle();
            return;
        }
        fill(stage, names::lanes);
        code.block();
        if (stage.hasStores()) {
            code.line("const int stream = %s;", streamAll(stage, place));
        }
        List<Run> middle = space.middle();
        int first = space.outer().size();
        for (int i = 0; i + 1 < middle.size(); i++) {
            openMiddle(first + i);
        }
        String extent = CNames.dim(middle.get(middle.size() - 1).extent());
        if (scan) {
            printTurns(stage, place, "0", extent);
        } else {
            code.open("for (gk_int64 block = 0; block < %s; block += %d)", extent, BLOCK);
            fill(stage, names::partial);
            printTurns(stage, place, "block", "gk_dim_min(block + " + BLOCK + ", " + extent + ")");
            joinBlock(stage);
            code.close();
        }
        for (int i = 0; i + 1 < middle.size(); i++) {
            code.close();
        }
        code.close();
    }

    private void fill(StageFunction stage, Function<Node, String> array) {
        for (Node node : stage.accumulated()) {
            code.line("gk_fill(%s, %s, columns);", array.apply(node), CTypes.identity(node));
        }
    }

    private void joinBlock(StageFunction stage) {
        code.open("for (gk_int64 i = 0; i < columns; i += GK_LANES)");
        for (Node node : stage.accumulated()) {
            join(node, names.lanes(node) + " + i", "gk_load(" + names.partial(node) + " + i, GK_LANES)");
        }
        code.close();
    }

    /** Accumulates a vector in the scratch memory. */
    private void join(Node node, String target, String value) {
        code.line(
                "gk_store(%s, gk_accumulate_%s(gk_load(%s, GK_LANES), %s, GK_LANES), GK_LANES);",
                target, CTypes.function(node), target, value);
    }

    private void printTurns(StageFunction stage, Place place, String from, String to) {
        code.line("const gk_int64 end_of_turns = %s;", to);
        code.open("for (gk_int64 turn = %s; turn < end_of_turns; turn += %d)", from, TURNS);
        code.line("const gk_int64 last = gk_dim_min(turn + %d, end_of_turns);", TURNS);
        code.line("gk_int64 i = 0;");
        code.open("for (; i + %d * GK_LANES <= columns; i += %d * GK_LANES)", VECTORS, VECTORS);
        printVectors(stage, place, VECTORS, "GK_LANES");
        code.close();
        code.open("for (; i < columns; i += GK_LANES)");
        code.line("const int lanes = (int) gk_dim_min(GK_LANES, columns - i);");
        printVectors(stage, place, 1, "lanes");
        code.close();
        code.close();
    }

    /** Some turns of the last middle loop for some vectors. */
    private void printVectors(StageFunction stage, Place place, int vectors, String lanes) {
        for (int vector = 0; vector < vectors; vector++) {
            for (Node node : stage.accumulated()) {
                String type = CTypes.vector(CTypes.accumulated(node.dtype()));
                String kept = "gk_load(" + names.lanes(node) + " + " + LoopPrinter.index(vector) + ", GK_LANES)";
                String begin = scan ? kept : CTypes.identity(node);
                code.line("%s %s_%d = %s;", type, names.accumulator(node), vector, begin);
            }
        }
        openLastMiddle(place);
        if (!scan && vectors > 1) {
            writePrefetches(place.inMiddle());
        }
        for (int vector = 0; vector < vectors; vector++) {
            String index = LoopPrinter.index(vector);
            code.line("%s", stage.call(index, lanes, place.inMiddle(), "_" + vector, false));
        }
        code.close();
        for (int vector = 0; vector < vectors; vector++) {
            String index = LoopPrinter.index(vector);
            for (Node node : stage.accumulated()) {
                String value = names.accumulator(node) + "_" + vector;
                if (scan) {
                    code.line("gk_store(%s + %s, %s, GK_LANES);", names.lanes(node), index, value);
                } else {
                    join(node, names.partial(node) + " + " + index, value);
                }
            }
        }
    }

    /** Requests what is read some turns later. */
    private void writePrefetches(Place place) {
        int run = space.outer().size() + space.middle().size() - 1;
        for (Buffer input : kernel.inputs()) {
            if (bases.isStreamed(input)) {
                String next = bases.product(
                        String.valueOf(TURNS / 2), input.access().strides().get(run));
                for (int vector = 0; vector < VECTORS; vector++) {
                    code.line("gk_prefetch(%s + %s + %s, 1);", place.base(input), next, LoopPrinter.index(vector));
                }
            }
        }
    }

    /** The last middle loop, which a scan may walk backwards. */
    private void openLastMiddle(Place place) {
        int run = space.outer().size() + space.middle().size() - 1;
        String index = Bases.index(run, "");
        if (isReverse()) {
            code.open("for (gk_int64 next = turn; next < last; ++next)");
            code.line(
                    "const gk_int64 %s = %s - 1 - next;",
                    index, CNames.dim(space.runs().get(run).extent()));
        } else {
            code.open("for (gk_int64 %s = turn; %s < last; ++%s)", index, index, index);
        }
        writeMiddleBases(place);
    }

    /** Every turn of the middle loops is aligned if the first one is and the way to the next one is. */
    private String streamAll(StageFunction stage, Place place) {
        StringBuilder condition = new StringBuilder("streaming");
        int first = space.outer().size();
        for (Buffer store : stage.stage().stores()) {
            condition.append(" && gk_is_aligned(" + place.base(store) + ")");
            for (int run = first; run < first + space.middle().size(); run++) {
                String next = CNames.dim(store.access().strides().get(run));
                condition.append(" && gk_is_aligned(" + place.base(store) + " + " + next + ")");
            }
        }
        return condition.toString();
    }
}
