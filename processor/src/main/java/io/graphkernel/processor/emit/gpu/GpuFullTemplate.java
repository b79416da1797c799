package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Full reductions: a group reduces each of the fixed blocks of elements or of rows, then one joins the results. */
final class GpuFullTemplate extends GpuTemplate {

    private final Packs packs;

    GpuFullTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
        this.packs = new Packs(kernel, dialect, body, code);
    }

    @Override
    void print() {
        GpuPartials partials = new GpuPartials(this);
        Stage stage = kernel.unbufferedStages().get(0);
        boolean flat = space.outer().isEmpty();
        openKernel(kernel.name(), JOINED);
        partials.declare();
        integer("inner", CNames.dim(space.inner()));
        RowTeams teams = new RowTeams(this, packs);
        if (flat) {
            packs.declare(List.of("block"));
        } else {
            integer("rows", CNames.dim(space.rows()));
            teams.declare();
        }
        openItems("blocks");
        partials.writeBlock("item", flat ? "inner" : "rows");
        packs.declareAccumulators(kernel.partials());
        if (flat) {
            PackLoops loops = teams.loops();
            loops.write(
                    List.of(stage),
                    new PackLoops.Loop("first", "last", "GK_THREAD", "GK_GROUP_THREADS", "", loops.inRegisters()));
        } else {
            code.open("for (gk_int64 row = first + GK_THREAD / team; row < last; row += teams)");
            writeRow();
            teams.writeLoops(stage, "", teams.loops().inRegisters());
            code.close();
        }
        for (Node reduction : kernel.partials()) {
            declareJoined(reduction, packs.folded(reduction), "1", "GK_GROUP_THREADS");
        }
        code.open("if (GK_THREAD == 0)");
        partials.storeFull("item");
        code.close();
        code.close();
        closeKernel();
        printFinish(partials);
    }

    /** One group joins the results of all blocks. */
    private void printFinish(GpuPartials partials) {
        openKernel(kernel.name() + "_finish", JOINED);
        partials.declare();
        kernel.partials().forEach(body::declareAccumulator);
        code.open("for (gk_int64 part = GK_THREAD; part < blocks; part += GK_GROUP_THREADS)");
        partials.joinFull("part");
        code.close();
        kernel.partials().forEach(reduction -> join(reduction, "1", "GK_GROUP_THREADS"));
        kernel.partials().forEach(body::declareResult);
        body.loadFinish(kernel.finish());
        body.compute(kernel.finish().computed());
        code.open("if (GK_GROUP == 0 && GK_THREAD == 0)");
        kernel.finish().stores().forEach(body::store);
        code.close();
        code.close().blank();
    }

    private void declareJoined(Node reduction, String value, String stride, String count) {
        code.line(
                "const %s %s = %s;",
                dialect.accumulatorType(reduction),
                dialect.accumulator(reduction),
                joined(reduction, value, stride, count));
    }
}
