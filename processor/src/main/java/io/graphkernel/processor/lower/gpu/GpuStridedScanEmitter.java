package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
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
        return List.of(function(kernel.name(), 0, () -> {
            declareInner();
            Variable columns = code.declareInt64("columns", CodeBuilder.times(CodeBuilder.size(space.rows()), inner));
            Variable iterations = code.declareInt64("iterations", middleIterations());
            Variable item = CodeBuilder.int64Variable("item");
            Expression begin =
                    CodeBuilder.plus(CodeBuilder.times(Builtin.BLOCK_INDEX, Builtin.BLOCK_SIZE), Builtin.THREAD_INDEX);
            Expression step = CodeBuilder.times(Builtin.BLOCK_COUNT, Builtin.BLOCK_SIZE);
            code.loop(item, begin, columns, step, Unroll.AUTO, () -> {
                code.declareInt64(row.name(), CodeBuilder.div(item, inner));
                code.declareInt64(column().name(), CodeBuilder.modulo(item, inner));
                declareRow();
                lowerScan(iterations);
            });
        }));
    }

    private void lowerScan(Variable iterations) {
        Stage stage = kernel.unbufferedStages().get(0);
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
