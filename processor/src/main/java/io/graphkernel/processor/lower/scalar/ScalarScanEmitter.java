package io.graphkernel.processor.lower.scalar;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/** Emitter of scans along one loop inside the kept ones, in either direction. */
final class ScalarScanEmitter extends ScalarLowering {

    private final Node scan;

    ScalarScanEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.scan = kernel.scan();
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), () -> {
            if (kernel.isTiled()) {
                forEachTile(this::lowerScan);
            } else {
                forEachRow(this::lowerScan);
            }
        }));
    }

    private void lowerScan() {
        body.declareAccumulator(scan);
        Expression extent = CodeBuilder.size(space.middle().get(0).extent());
        Variable step = CodeBuilder.int64Variable("step");
        code.loop(step, CodeBuilder.constant(0), extent, () -> {
            boolean reverse = scan.attributes().flag(Attributes.REVERSE);
            Expression iteration =
                    reverse ? CodeBuilder.minus(CodeBuilder.minus(extent, CodeBuilder.constant(1)), step) : step;
            code.declareInt64(LoopIndices.of(space.outer().size()).name(), iteration);
            lowerElement(kernel.body().stages().get(0));
        });
    }
}
