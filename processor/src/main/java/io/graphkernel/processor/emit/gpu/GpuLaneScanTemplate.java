package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.emit.scalar.Elements;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;

/** Scans beside a kept inner loop: each thread walks a column. */
final class GpuLaneScanTemplate extends GpuTemplate {

    GpuLaneScanTemplate(Kernel kernel, CNames names, CodeWriter code) {
        super(kernel, names, code);
    }

    @Override
    void print() {
        Stage stage = kernel.unbufferedStages().get(0);
        Node scan = kernel.scan();
        openKernel(kernel.name());
        integer("inner", CNames.dim(space.inner()));
        integer("columns", CNames.dim(space.rows()) + " * inner");
        integer("turns", middle());
        code.open("for (gk_int64 item = GK_GROUP * GK_GROUP_THREADS + GK_THREAD; item < columns;"
                + " item += GK_GROUPS * GK_GROUP_THREADS)");
        integer("row", "item / inner");
        integer(column(), "item % inner");
        writeRow();
        body.declareAccumulator(scan);
        unrollSome(stage);
        code.open("for (gk_int64 turn = 0; turn < turns; ++turn)");
        boolean reverse = scan.attributes().flag(Attributes.REVERSE);
        integer(dialect.index(space.outer().size()), reverse ? "turns - 1 - turn" : "turn");
        Elements elements = body.indexed();
        body.load(stage, elements);
        body.compute(stage.computed(), elements);
        body.finish(stage, elements);
        code.close();
        code.close();
        closeKernel();
    }
}
