package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Kernel;

/** Scans along the last axis in loop order: vectors run along it, and what comes before them is carried on. */
final class ScanForm extends VectorLowering {

    ScanForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        StageFunction stage = stages.get(0);
        Variable scanned = Code.integer("scanned");
        function(kernel.name(), () -> {
            code.let(scanned, Code.size(space.middle().get(0).extent()));
            code.loop(ROW, Builtin.BEGIN, Builtin.END, () -> {
                Scope row = declareRow(ROW, "_row");
                declareAccumulators(stage, 1);
                VectorLoop loop = new VectorLoop(code, stage, withHead(row, scanned));
                if (isReverse()) {
                    loop.lowerBackwards(scanned);
                } else {
                    loop.lower(ZERO, scanned);
                }
            });
        });
    }
}
