package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Kernel;

/** Full reductions: partial results over fixed blocks of elements or of rows, then the finish. */
final class FullForm extends VectorLowering {

    FullForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        StageFunction stage = stages.get(0);
        boolean flat = space.outer().isEmpty();
        Variable rows = Code.integer("rows");
        Variable item = Code.integer("item");
        Partials partials = new Partials(kernel, names, uniform, code);
        function(kernel.name(), () -> {
            declareInner();
            if (!flat) {
                code.let(rows, Code.size(space.rows()));
            }
            partials.declare();
            code.loop(item, Builtin.BEGIN, Builtin.END, () -> {
                partials.declareBlock(item, flat ? Bases.INNER : rows);
                declareAccumulators(stage, stage.unroll());
                if (flat) {
                    Expression count = Code.minus(partials.last(), partials.first());
                    Scope scope = withHead(uniform, partials.first(), count);
                    new VectorLoop(code, stage, scope).lower(partials.first(), partials.last());
                } else {
                    code.loop(ROW, partials.first(), partials.last(), () -> {
                        Scope scope = withHead(declareRow(ROW, "_row"), Bases.INNER);
                        new VectorLoop(code, stage, scope).lower(ZERO, Bases.INNER);
                    });
                }
                partials.storeFull(item, reduction -> combined(stage, uniform, reduction));
            });
        });
        new Finish(this).lowerFull(partials);
    }
}
