package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.Variable;

/**
 * Emitter of a stage's inner loop: peeled prologue, unrolled vectors, single vectors, and remainder.
 *
 * <p>A stage that accumulates along the row has no peeled prologue, so that the order of accumulation depends on the
 * row's length alone, and not on its alignment.
 */
final class VectorLoopEmitter {

    /** First element of a vector. */
    static final Variable I = CodeBuilder.int64Variable("i");

    /** Number of elements of the peeled prologue. */
    static final Variable PEEL_COUNT = CodeBuilder.int64Variable("head");

    /** Condition that the caller requests non-temporal stores. */
    static final Variable NON_TEMPORAL = CodeBuilder.intVariable("streaming");

    /** Condition that the caller requests non-temporal stores of compute-bound stages, too. */
    static final Variable NON_TEMPORAL_IF_CONTENDED = CodeBuilder.intVariable("contended");

    private static final Expression ZERO = CodeBuilder.constant(0);

    private final CodeBuilder code;
    private final StageFunction stage;
    private final LoopScope scope;
    private final boolean unitSteps;

    /**
     * Creates the emitter of a stage's loop.
     *
     * @param unitSteps true if all inner strides are known to be 1
     */
    VectorLoopEmitter(CodeBuilder code, StageFunction stage, LoopScope scope, boolean unitSteps) {
        this.code = code;
        this.stage = stage;
        this.scope = stage.mayPeel() ? scope : scope.withoutPeeledPrologue();
        this.unitSteps = unitSteps;
    }

    /** Creates the emitter of a stage's loop. */
    VectorLoopEmitter(CodeBuilder code, StageFunction stage, LoopScope scope) {
        this(code, stage, scope, false);
    }

    /** Emits the loop in a block of its own. */
    void lower(Expression from, Expression to) {
        code.block(() -> {
            code.declare(I, from);
            declareNonTemporalStores(from);
            if (scope.hasPeeledPrologue()) {
                lowerPrologue(from);
                code.assign(I, CodeBuilder.plus(I, PEEL_COUNT));
            }
            int unroll = UnrollPolicy.factor(stage);
            if (stage.usesUnrollAndJam(unitSteps)) {
                Expression vectors = Builtin.MAX_JAMMED_VECTORS;
                Expression step = CodeBuilder.times(vectors, Builtin.VECTOR_WIDTH);
                code.whileStep(I, step, to, () -> call(I, vectors, Builtin.VECTOR_WIDTH, scope, 0));
            } else if (unroll > 1) {
                code.whileStep(I, vectors(unroll), to, () -> {
                    for (int copy = 0; copy < unroll; copy++) {
                        call(index(copy), CodeBuilder.constant(1), Builtin.VECTOR_WIDTH, scope, copy);
                    }
                });
            }
            code.whileStep(I, Builtin.VECTOR_WIDTH, to, () -> call(I, Builtin.VECTOR_WIDTH));
            code.ifThen(CodeBuilder.less(I, to), () -> call(I, remainder(to)));
        });
    }

    /**
     * Emits the loop over a short row, with one call for all vectors.
     *
     * @param prefetches emits the prefetches of later rows
     */
    void lowerShort(Expression to, Runnable prefetches) {
        declareNonTemporalStores(ZERO);
        code.loop(I, ZERO, to, Builtin.VECTOR_WIDTH, () -> {
            prefetches.run();
            call(I, new IntCast(CodeBuilder.min(Builtin.VECTOR_WIDTH, CodeBuilder.minus(to, I))));
        });
    }

    /** Emits the loop of a reverse scan, with the same vectors as a forward one. */
    void lowerBackwards(Expression to) {
        code.block(() -> {
            declareNonTemporalStores(ZERO);
            code.declare(I, CodeBuilder.times(CodeBuilder.div(to, Builtin.VECTOR_WIDTH), Builtin.VECTOR_WIDTH));
            code.ifThen(CodeBuilder.less(I, to), () -> call(I, remainder(to)));
            code.whileStepDown(I, Builtin.VECTOR_WIDTH, ZERO, () -> call(I, Builtin.VECTOR_WIDTH));
        });
    }

    private static Expression remainder(Expression to) {
        return new IntCast(CodeBuilder.minus(to, I));
    }

    private void lowerPrologue(Expression from) {
        code.ifThen(
                VectorLowering.greater(PEEL_COUNT, ZERO),
                () -> call(from, CodeBuilder.constant(1), new IntCast(PEEL_COUNT), scope.withoutPeeledPrologue(), 0));
    }

    /** Declares the condition of non-temporal stores: stored vectors are aligned. */
    private void declareNonTemporalStores(Expression from) {
        if (!stage.hasStores()) {
            return;
        }
        code.declareFinal(
                StageFunction.NON_TEMPORAL_STORES, stage.alignedCondition(stage.nonTemporalCondition(), scope, from));
    }

    private void call(Expression index, Expression lanes) {
        call(index, CodeBuilder.constant(1), lanes, scope, 0);
    }

    private void call(Expression index, Expression vectors, Expression lanes, LoopScope at, int copy) {
        code.add(stage.statement(new StageFunction.Call(index, vectors, lanes, at, "_" + copy, unitSteps)));
    }

    /** Returns the number of elements of some vectors. */
    static Expression vectors(int count) {
        return count == 1 ? Builtin.VECTOR_WIDTH : CodeBuilder.times(CodeBuilder.constant(count), Builtin.VECTOR_WIDTH);
    }

    /** Returns the first element of a copy of the loop body. */
    static Expression index(int copy) {
        return copy == 0 ? I : CodeBuilder.plus(I, vectors(copy));
    }
}
