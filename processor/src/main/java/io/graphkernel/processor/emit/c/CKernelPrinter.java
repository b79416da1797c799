package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.emit.CodeWriter;
import io.graphkernel.processor.emit.prelude.CNames;
import io.graphkernel.processor.schedule.Kernel;

/** Prints one kernel by the template of its form. */
final class CKernelPrinter {

    private CKernelPrinter() {}

    static void print(Kernel kernel, CNames names, CodeWriter code) {
        template(kernel, names, code).printAll();
    }

    private static Template template(Kernel kernel, CNames names, CodeWriter code) {
        if (kernel.space().isRankless()) {
            return new RanklessTemplate(kernel, names, code);
        }
        if (kernel.tiling() != null) {
            return new TileTemplate(kernel, names, code);
        }
        return switch (kernel.space().form()) {
            case ELEMENTWISE, ROW_REDUCTION -> new RowTemplate(kernel, names, code);
            case LANE_REDUCTION -> new LaneTemplate(kernel, names, code);
            case SCAN ->
                kernel.space().innerMask() == 0
                        ? new ScanTemplate(kernel, names, code)
                        : new LaneTemplate(kernel, names, code);
            case COLUMN_REDUCTION ->
                kernel.reducesRows()
                        ? new RowColumnTemplate(kernel, names, code)
                        : new ColumnTemplate(kernel, names, code);
            case FULL_REDUCTION -> new FullTemplate(kernel, names, code);
        };
    }
}
