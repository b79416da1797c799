package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Count;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import java.util.List;

/** The inner loop of a stage: the elements before the first whole vector, vectors unrolled and one by one, the tail. */
final class VectorLoop {

    /** The first element of a vector. */
    static final Variable I = Code.integer("i");

    /** How many elements come before the first whole vector. */
    static final Variable HEAD = Code.integer("head");

    /** Whether the caller wants results past the caches. */
    static final Variable STREAMING = Code.count("streaming");

    /** Whether it wants those past the caches, too, that take long to compute. */
    static final Variable CONTENDED = Code.count("contended");

    /** Prefetch distance of a short row in elements. */
    private static final int SHORT_ROWS_AHEAD = 4096;

    private static final Expression ZERO = Code.number(0);

    private final Code code;
    private final StageFunction stage;
    private final Scope scope;
    private final boolean unitSteps;

    /**
     * The loop of one stage.
     *
     * @param unitSteps whether every operand's step is known to be 1
     */
    VectorLoop(Code code, StageFunction stage, Scope scope, boolean unitSteps) {
        this.code = code;
        this.stage = stage;
        this.scope = scope;
        this.unitSteps = unitSteps;
    }

    /** The loop of one stage. */
    VectorLoop(Code code, StageFunction stage, Scope scope) {
        this(code, stage, scope, false);
    }

    /** Lowers the loop in a block of its own. */
    void lower(Expression from, Expression to) {
        code.block(() -> {
            code.variable(I, from);
            declareStream(from);
            if (scope.hasHead()) {
                lowerHead(from);
                code.assign(I, Code.plus(I, HEAD));
            }
            int unroll = stage.unroll();
            if (stage.isInterleaved(unitSteps)) {
                Expression vectors = Builtin.VECTORS;
                Expression step = Code.times(vectors, Builtin.VECTOR_LANES);
                code.advance(I, step, to, () -> call(I, vectors, Builtin.VECTOR_LANES, scope, 0));
            } else if (unroll > 1) {
                code.advance(I, vectors(unroll), to, () -> {
                    for (int copy = 0; copy < unroll; copy++) {
                        call(index(copy), Code.number(1), Builtin.VECTOR_LANES, scope, copy);
                    }
                });
            }
            code.advance(I, Builtin.VECTOR_LANES, to, () -> call(I, Builtin.VECTOR_LANES));
            code.when(Code.less(I, to), () -> call(I, rest(to)));
        });
    }

    /**
     * Lowers the loop over a short row: the same text for all vectors.
     *
     * @param requested operands of which later rows are requested
     */
    void lowerShort(Expression to, List<Buffer> requested) {
        declareStream(ZERO);
        code.loop(I, ZERO, to, Builtin.VECTOR_LANES, () -> {
            for (Buffer input : requested) {
                Address later = Bases.address(scope.base(input), List.of(Code.number(SHORT_ROWS_AHEAD), I));
                code.effect(Code.call("prefetch", later, Code.number(1)));
            }
            call(I, new Count(Code.least(Builtin.VECTOR_LANES, Code.minus(to, I))));
        });
    }

    /** Lowers the loop of a scan that begins at the end; the vectors are the same as forwards. */
    void lowerBackwards(Expression to) {
        Expression head = scope.hasHead() ? HEAD : ZERO;
        code.block(() -> {
            declareStream(ZERO);
            Expression whole = Code.times(Code.over(Code.minus(to, head), Builtin.VECTOR_LANES), Builtin.VECTOR_LANES);
            code.variable(I, Code.plus(head, whole));
            code.when(Code.less(I, to), () -> call(I, rest(to)));
            code.descend(I, Builtin.VECTOR_LANES, head, () -> call(I, Builtin.VECTOR_LANES));
            if (scope.hasHead()) {
                lowerHead(ZERO);
            }
        });
    }

    private static Expression rest(Expression to) {
        return new Count(Code.minus(to, I));
    }

    private void lowerHead(Expression from) {
        code.when(
                VectorLowering.greater(HEAD, ZERO),
                () -> call(from, Code.number(1), new Count(HEAD), scope.atHead(), 0));
    }

    /** Declares whether results bypass the caches: their whole vectors must be aligned. */
    private void declareStream(Expression from) {
        if (!stage.hasStores()) {
            return;
        }
        code.let(StageFunction.STREAM, stage.isAligned(stage.streaming(), scope, from));
    }

    private void call(Expression index, Expression lanes) {
        call(index, Code.number(1), lanes, scope, 0);
    }

    private void call(Expression index, Expression vectors, Expression lanes, Scope at, int copy) {
        code.add(stage.statement(new StageFunction.Call(index, vectors, lanes, at, "_" + copy, unitSteps)));
    }

    /** The elements of some vectors. */
    static Expression vectors(int count) {
        return count == 1 ? Builtin.VECTOR_LANES : Code.times(Code.number(count), Builtin.VECTOR_LANES);
    }

    /** The first element of a copy of the loop's body. */
    static Expression index(int copy) {
        return copy == 0 ? I : Code.plus(I, vectors(copy));
    }
}
