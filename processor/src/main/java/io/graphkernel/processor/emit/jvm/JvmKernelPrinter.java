package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.stream.Collectors;

/** Prints one kernel by the template of its form. */
final class JvmKernelPrinter {

    private final Kernel kernel;
    private final IterationSpace space;
    private final CodeWriter code;
    private final JvmBody body;
    private final int runs;
    private final int outer;

    JvmKernelPrinter(Kernel kernel, JvmNames names, CodeWriter code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.code = code;
        this.body = new JvmBody(kernel, names, code);
        this.runs = space.isOpen() ? 0 : space.runs().size();
        this.outer = space.isOpen() ? 0 : space.outer().size();
    }

    void print() {
        if (space.isOpen()) {
            printOpenFlat();
            printOpenRows();
            return;
        }
        switch (space.form()) {
            case ELEMENTWISE -> printElements();
            case ROW_REDUCTION -> printRows();
            case LANE_REDUCTION -> printLanes();
            case COLUMN_REDUCTION -> new JvmTwoPhases(kernel, body, code).printColumns();
            case FULL_REDUCTION -> new JvmTwoPhases(kernel, body, code).printFull();
            case SCAN -> printScan();
        }
    }

    /** The parallel range counts elements of the only loop, or rows. */
    private void printElements() {
        body.openFunction(kernel.name());
        if (kernel.isFlat()) {
            loop(JvmNames.index(0), "begin", "end");
            elements();
            code.close();
            kernel.uniformStores().forEach(body::store);
        } else {
            openRows();
            if (!kernel.stages().isEmpty()) {
                loop(JvmNames.index(runs - 1), "0", JvmNames.dim(space.inner()));
                elements();
                code.close();
            }
            kernel.rowStores().forEach(body::store);
            code.close();
        }
        code.close().blank();
    }

    private void elements() {
        for (Stage stage : kernel.stages()) {
            code.block();
            body.writeStage(stage, "");
            code.close();
        }
    }

    /** The parallel range counts rows; each stage walks the reduced loops of one row. */
    private void printRows() {
        body.openFunction(kernel.name());
        openRows();
        writeRow(outer, runs);
        code.close();
        code.close().blank();
    }

    /** The parallel range counts tiles of the kept inner loop; each of a tile's elements is a row. */
    private void printLanes() {
        body.openFunction(kernel.name());
        openTiles();
        loopOverTile();
        body.loadLevel(Level.ROW);
        body.compute(kernel.rowOps());
        writeRow(outer, runs - 1);
        code.close();
        code.close();
        code.close().blank();
    }

    private void openTiles() {
        String inner = JvmNames.dim(space.inner());
        code.line("final long tiles = (%s + %d) / %d;", inner, Kernel.LANE_TILE - 1, Kernel.LANE_TILE);
        code.open("for (long item = begin; item < end; item++)");
        code.line("final long row = item / tiles;");
        body.decode("row", 0, space.outer());
        code.line("final long first = item %% tiles * %d;", Kernel.LANE_TILE);
    }

    private void loopOverTile() {
        String end = "Math.min(first + " + Kernel.LANE_TILE + ", " + JvmNames.dim(space.inner()) + ")";
        loop(JvmNames.index(runs - 1), "first", end);
    }

    /** The stages of one row, over the reduced loops {@code [from, to)}. */
    private void writeRow(int from, int to) {
        String position = position(from, to);
        for (Stage stage : kernel.stages()) {
            stage.reductions().forEach(body::declareAccumulator);
            for (int run = from; run < to; run++) {
                loop(JvmNames.index(run), "0", turns(run));
            }
            body.writeStage(stage, position);
            for (int run = from; run < to; run++) {
                code.close();
            }
            stage.reductions().forEach(body::declareResult);
            body.compute(stage.rowOps());
        }
        kernel.rowStores().forEach(body::store);
    }

    /** The turns of a loop; none if there is nothing in it, however many they would be. */
    private String turns(int run) {
        String extent = JvmNames.dim(space.runs().get(run).extent());
        String within = space.runsWithin(run).stream()
                .map(inner -> JvmNames.dim(inner) + " > 0")
                .collect(Collectors.joining(" && "));
        return within.isEmpty() ? extent : "(" + within + " ? " + extent + " : 0)";
    }

    /** The element of a row buffer: the reduced loops are walked in row-major order. */
    private String position(int from, int to) {
        String position = "";
        for (int run = from; run < to; run++) {
            String extent = JvmNames.dim(space.runs().get(run).extent());
            position = position.isEmpty()
                    ? JvmNames.index(run)
                    : "(" + position + " * " + extent + " + " + JvmNames.index(run) + ")";
        }
        return position;
    }

    private void openRows() {
        code.open("for (long row = begin; row < end; row++)");
        body.decode("row", 0, space.outer());
        body.loadLevel(Level.ROW);
        body.compute(kernel.rowOps());
    }

    /** One scanned loop inside the kept ones, walked backwards if asked for. */
    private void printScan() {
        Node scan = kernel.scan();
        String extent = JvmNames.dim(space.middle().get(0).extent());
        body.openFunction(kernel.name());
        if (kernel.isTiled()) {
            openTiles();
            body.loadLevel(Level.ROW);
            body.compute(kernel.rowOps());
            loopOverTile();
        } else {
            openRows();
            loop(JvmNames.index(outer + 1), "0", JvmNames.dim(space.inner()));
        }
        body.declareAccumulator(scan);
        code.open("for (long step = 0; step < %s; step++)", extent);
        boolean reverse = scan.attributes().flag(Attributes.REVERSE);
        code.line("final long %s = %s;", JvmNames.index(outer), reverse ? extent + " - 1 - step" : "step");
        body.writeStage(kernel.stages().get(0), "");
        code.close().close().close();
        code.close().blank();
    }

    /** All operands walk the same elements, or stay at their only one. */
    private void printOpenFlat() {
        body.openFunction(kernel.name() + "_flat");
        body.writeSteps();
        body.writeOpenRow(true);
        loop("i", "begin", "end");
        elements();
        code.close();
        code.close().blank();
    }

    /** Operands broadcast along outer axes; the parallel range counts rows. */
    private void printOpenRows() {
        body.openFunction(kernel.name() + "_rows");
        body.writeSteps();
        code.line(
                "final long inner = BroadcastRows.inner(arguments, %d);",
                kernel.layout().broadcastSlot());
        code.open("for (long row = begin; row < end; row++)");
        body.writeOpenRow(false);
        loop("i", "0", "inner");
        elements();
        code.close();
        code.close();
        code.close().blank();
    }

    private void loop(String index, String from, String to) {
        code.open("for (long %s = %s; %s < %s; %s++)", index, from, index, to, index);
    }

    /** What a buffer's elements are multiplied with to give bytes. */
    static int bytes(Buffer buffer) {
        return buffer.value().dtype().byteSize();
    }
}
