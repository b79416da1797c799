package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Partials;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Count;
import io.graphkernel.processor.lower.code.Expression.Identity;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/**
 * The second phase of a column or full reduction: joins the partial results in the order of the blocks, then computes
 * and stores what depends on them. The parallel range counts columns, or is 1 for a full reduction.
 */
final class Finish {

    private static final Variable I = VectorLoop.I;
    private static final Variable LANES = Code.count("lanes");
    private static final Variable BLOCK = Code.integer("block");

    private final VectorLowering form;
    private final Kernel kernel;
    private final Code code;

    Finish(VectorLowering form) {
        this.form = form;
        this.kernel = form.kernel;
        this.code = form.code;
    }

    void lowerColumns(ColumnPartials partials) {
        form.finish(() -> {
            partials.declareMemory();
            partials.declareCount();
            form.declareInner();
            code.loop(I, Builtin.BEGIN, Builtin.END, Builtin.VECTOR_LANES, () -> {
                declareLanes(Code.minus(Builtin.END, I));
                partials.declareAccumulators();
                code.loop(BLOCK, VectorLowering.ZERO, partials.blocks(), () -> {
                    partials.declareColumns(BLOCK);
                    kernel.partials().forEach(partial -> accumulate(partial, partials.load(partial, LANES)));
                });
                Scope scope = Scope.ofLanes(form.bases, "");
                scope.finish(kernel.finish());
                for (Buffer store : kernel.finish().stores()) {
                    Variable begin = form.bases.of(store);
                    boolean stays = form.bases.isStep(store, Dim.ZERO);
                    code.store(stays ? begin : Code.address(begin, I), scope.operand(store.stored()), LANES);
                }
            });
        });
    }

    void lowerFull(Partials partials) {
        form.finish(() -> {
            partials.declareMemory();
            partials.declareCount();
            code.effect(Code.call("unused", Builtin.BEGIN, Builtin.END));
            for (Node partial : kernel.partials()) {
                code.variable(accumulator(partial), new Identity(partial));
                code.loop(BLOCK, VectorLowering.ZERO, partials.blocks(), Builtin.VECTOR_LANES, () -> {
                    declareLanes(Code.minus(partials.blocks(), BLOCK));
                    int step = Partials.fullStep(partial);
                    accumulate(
                            partial,
                            Code.call("load_strided", partials.full(partial, BLOCK), Code.number(step), LANES));
                });
                form.uniform.declareResult(partial, VectorLowering.reduced(partial, accumulator(partial)));
            }
            form.uniform.compute(kernel.finish().computed());
            kernel.finish().stores().forEach(store -> form.storeOne(store, List.of(), form.uniform));
        });
    }

    private void declareLanes(Expression rest) {
        code.let(LANES, new Conditional(Code.less(rest, Builtin.VECTOR_LANES), new Count(rest), Builtin.VECTOR_LANES));
    }

    private Variable accumulator(Node partial) {
        return form.uniform.accumulator(partial);
    }

    private void accumulate(Node partial, Expression value) {
        Variable accumulator = accumulator(partial);
        code.assign(accumulator, VectorLowering.accumulated(partial, accumulator, value, LANES));
    }
}
