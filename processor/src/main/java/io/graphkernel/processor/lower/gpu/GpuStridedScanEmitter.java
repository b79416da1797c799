package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Emitter of strided scans: each thread scans one column. */
final class GpuStridedScanEmitter extends GpuLowering {

    GpuStridedScanEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        return List.of(functionOfColumns(this::lowerScan));
    }

    private void lowerScan(Variable iterations) {
        Stage stage = kernel.body().unbufferedStages().get(0);
        Node scan = kernel.scan();
        body.declareAccumulator(scan);
        Variable iteration = CodeBuilder.int64Variable("iteration");
        code.loop(iteration, CodeBuilder.constant(0), iterations, CodeBuilder.constant(1), unroll(stage), () -> {
            boolean reverse = scan.attributes().flag(Attributes.REVERSE);
            Expression index = reverse
                    ? CodeBuilder.minus(CodeBuilder.minus(iterations, CodeBuilder.constant(1)), iteration)
                    : iteration;
            code.declareInt64(LoopIndices.of(space.outer().size()).name(), index);
            element(stage, body.indexedAccess());
        });
    }
}
