package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** Scans next to a kept inner loop: each thread walks a column. */
final class LaneScanForm extends GroupLowering {

    LaneScanForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    List<Function> functions() {
        return List.of(function(kernel.name(), 0, () -> {
            declareInner();
            Variable columns = code.integer("columns", Code.times(Code.size(space.rows()), inner));
            Variable iterations = code.integer("iterations", middle());
            Variable item = Code.integer("item");
            Expression begin = Code.plus(Code.times(Builtin.GROUP, Builtin.GROUP_THREADS), Builtin.THREAD);
            Expression step = Code.times(Builtin.GROUPS, Builtin.GROUP_THREADS);
            code.loop(item, begin, columns, step, Unroll.FREE, () -> {
                code.integer(row.name(), Code.over(item, inner));
                code.integer(column().name(), Code.modulo(item, inner));
                declareRow();
                lowerScan(iterations);
            });
        }));
    }

    private void lowerScan(Variable iterations) {
        Stage stage = kernel.unbufferedStages().get(0);
        Node scan = kernel.scan();
        body.declareAccumulator(scan);
        Variable iteration = Code.integer("iteration");
        code.loop(iteration, Code.number(0), iterations, Code.number(1), unroll(stage), () -> {
            boolean reverse = scan.attributes().flag(Attributes.REVERSE);
            Expression index = reverse ? Code.minus(Code.minus(iterations, Code.number(1)), iteration) : iteration;
            code.integer(Indices.of(space.outer().size()).name(), index);
            element(stage, body.indexed());
        });
    }
}
