package io.graphkernel.processor.emit.gpu;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.schedule.Kernel;

/** Prints the second phase of a column reduction: some threads of a group share the blocks of a column. */
final class ColumnFinish {

    private final GpuTemplate template;
    private final Kernel kernel;
    private final GpuPartials partials;
    private final CodeWriter code;

    ColumnFinish(GpuTemplate template, GpuPartials partials) {
        this.template = template;
        this.kernel = template.kernel;
        this.partials = partials;
        this.code = template.code;
    }

    void print() {
        ColumnTiles columns = new ColumnTiles(template);
        template.openKernel(kernel.name() + "_finish", GpuTemplate.JOINED);
        partials.declare();
        template.integer("inner", CNames.dim(template.space.inner()));
        columns.declare("blocks", "1");
        template.openItems("tiles");
        columns.writeColumn("item");
        kernel.partials().forEach(template.body::declareAccumulator);
        code.line("GK_UNROLL_SOME");
        code.open("for (gk_int64 part = way; part < blocks; part += ways)");
        partials.writeColumns("part");
        partials.joinColumns(template.column());
        code.close();
        kernel.partials().forEach(columns::join);
        kernel.partials().forEach(template.body::declareResult);
        template.body.loadFinish(kernel.finish());
        template.body.compute(kernel.finish().computed());
        code.open("if (present && way == 0)");
        kernel.finish().stores().forEach(template.body::store);
        code.close();
        code.close();
        code.close().blank();
    }
}
