package io.graphkernel.processor.lower.range;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Scans: one loop inside the kept ones is walked in order, backwards if asked for. */
final class ScanForm extends RangeLowering {

    private final Node scan;

    ScanForm(Kernel kernel, Names names) {
        super(kernel, names);
        this.scan = kernel.scan();
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), () -> {
            if (kernel.isTiled()) {
                tiles(this::lowerScan);
            } else {
                rows(this::lowerScan);
            }
        }));
    }

    private void lowerScan() {
        body.declareAccumulator(scan);
        Expression extent = Code.size(space.middle().get(0).extent());
        Variable step = Code.integer("step");
        code.loop(step, Code.number(0), extent, () -> {
            boolean reverse = scan.attributes().flag(Attributes.REVERSE);
            Expression iteration = reverse ? Code.minus(Code.minus(extent, Code.number(1)), step) : step;
            code.integer(Indices.of(space.outer().size()).name(), iteration);
            element(kernel.stages().get(0));
        });
    }
}
