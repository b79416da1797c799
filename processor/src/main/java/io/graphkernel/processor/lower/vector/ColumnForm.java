package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Count;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/** Column reductions of one operand: partial results over fixed blocks of rows, some rows at a time; then the finish. */
final class ColumnForm extends VectorLowering {

    /** Rows of one operand that are added up before they are joined with the partial results. */
    private static final int ROWS = 4;

    /** Prefetch distance in elements: a part of a first-level cache. */
    private static final int AHEAD = 4096;

    private static final Variable I = VectorLoop.I;

    private final ColumnPartials partials = new ColumnPartials(this);

    ColumnForm(Kernel kernel, Names names) {
        super(kernel, names);
    }

    @Override
    void lower() {
        Variable rows = Code.integer("rows");
        function(kernel.name(), () -> {
            code.let(rows, Code.size(space.rows()));
            declareInner();
            partials.blocks(rows, () -> {
                code.variable(ROW, partials.first());
                code.advance(ROW, Code.number(ROWS), partials.last(), () -> lowerRows(ROWS));
                code.advance(ROW, Code.number(1), partials.last(), () -> lowerRows(1));
            });
        });
        new Finish(this).lowerColumns(partials);
    }

    private void lowerRows(int rows) {
        for (int row = 0; row < rows; row++) {
            declareRow(row == 0 ? ROW : Code.plus(ROW, Code.number(row)), suffix(row));
        }
        code.variable(I, ZERO);
        Scope first = Scope.ofRow(bases, suffix(0));
        Scope scope = rows == 1 ? withHead(first, Bases.INNER) : first;
        declareStream(scope, rows);
        if (scope.hasHead()) {
            code.when(greater(VectorLoop.HEAD, ZERO), () -> {
                lowerVector(rows, new Count(VectorLoop.HEAD));
                code.assign(I, VectorLoop.HEAD);
            });
        }
        code.advance(I, Builtin.VECTOR_LANES, Bases.INNER, () -> {
            prefetch(rows);
            lowerVector(rows, Builtin.VECTOR_LANES);
        });
        code.when(Code.less(I, Bases.INNER), () -> lowerVector(rows, new Count(Code.minus(Bases.INNER, I))));
    }

    /** Declares whether results bypass the caches: their whole vectors must be aligned in all rows. */
    private void declareStream(Scope first, int rows) {
        StageFunction stage = stages.get(0);
        if (!stage.hasStores()) {
            return;
        }
        Expression condition = VectorLoop.STREAMING;
        for (int row = 0; row < rows; row++) {
            condition = stage.isAligned(condition, row == 0 ? first : Scope.ofRow(bases, suffix(row)), ZERO);
        }
        code.let(StageFunction.STREAM, condition);
    }

    /** Memory foresees some rows of one operand, but less well if their vectors are not aligned. */
    private void prefetch(int rows) {
        Expression needed = rows == 1 ? Code.number(1) : Code.modulo(Bases.INNER, Builtin.VECTOR_LANES);
        for (Buffer input : bases.readOnce()) {
            for (int row = 0; row < rows; row++) {
                Variable base = Scope.ofRow(bases, suffix(row)).base(input);
                Address later = Bases.address(base, List.of(Code.number(AHEAD), I));
                code.effect(Code.call("prefetch", later, needed));
            }
        }
    }

    private static String suffix(int row) {
        return "_row" + row;
    }

    private void lowerVector(int rows, Expression lanes) {
        partials.declareAccumulators();
        for (int row = 0; row < rows; row++) {
            code.add(stages.get(0)
                    .statement(new StageFunction.Call(
                            I, Code.number(1), lanes, Scope.ofRow(bases, suffix(row)), "", false)));
        }
        for (Node partial : kernel.partials()) {
            Expression before = partials.load(partial, lanes);
            Expression joined = accumulated(partial, before, uniform.accumulator(partial), lanes);
            code.store(partials.column(partial, I), joined, lanes);
        }
    }
}
