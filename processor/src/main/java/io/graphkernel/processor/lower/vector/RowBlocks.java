package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Count;
import io.graphkernel.processor.lower.code.Expression.Item;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Expression.Vector;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/**
 * Row reductions over some rows at a time, at most as many as a vector has lanes: each stage walks these rows one after
 * the other, then one vector operation reduces, computes or stores what every row has one of.
 */
final class RowBlocks {

    private static final String ROW_SUFFIX = "_row";
    private static final String LINE_SUFFIX = "_line";

    private static final Variable ROW = VectorLowering.ROW;
    private static final Variable ROWS = Code.integer("rows");
    private static final Variable MOST = Code.integer("most");
    private static final Variable LINE = Code.integer("line");
    private static final Expression ZERO = VectorLowering.ZERO;

    private final VectorLowering form;
    private final Kernel kernel;
    private final IterationSpace space;
    private final Bases bases;
    private final Code code;

    RowBlocks(VectorLowering form) {
        this.form = form;
        this.kernel = form.kernel;
        this.space = form.space;
        this.bases = form.bases;
        this.code = form.code;
    }

    /** Whether what every row has one of lies at even distances, and results next to each other. */
    boolean applies() {
        boolean rows = kernel.reducesRows() && space.middle().isEmpty();
        boolean gathers = kernel.gathers().stream().anyMatch(gather -> space.level(gather.node()) != Level.ELEMENT);
        return rows
                && !gathers
                && bases.reads(Level.ROW).stream()
                        .allMatch(input -> space.rowStride(input.access()).isPresent())
                && kernel.rowStores().stream()
                        .allMatch(store -> space.rowStride(store.access())
                                .filter(Dim.ONE::equals)
                                .isPresent());
    }

    /** The loop over rows of few elements. */
    void lowerShort(Expression from, Expression to) {
        lower(true, Builtin.VECTOR_LANES, from, to);
    }

    /** The loop over longer rows: as many as stay in the first-level cache. */
    void lowerLong(Expression from, Expression to) {
        long elements = kernel.capabilities().tiles().rowElements()
                / Math.max(1, bases.readOnce().size() + kernel.saved().size());
        Expression most = Code.least(Builtin.VECTOR_LANES, Code.over(Code.number(elements), Bases.INNER));
        lower(false, Code.call("max", Code.number(1), most), from, to);
    }

    private void lower(boolean shortRows, Expression most, Expression from, Expression to) {
        code.let(MOST, most);
        code.variable(ROWS);
        code.loop(ROW, from, to, ROWS, () -> {
            code.assign(ROWS, Code.least(MOST, Code.minus(to, ROW)));
            Scope scope = Scope.ofRow(bases, ROW_SUFFIX);
            bases.reads(Level.ROW).forEach(input -> scope.declare(input.value(), load(input)));
            scope.compute(kernel.rowOps());
            for (StageFunction stage : form.stages) {
                lowerStage(stage, scope, shortRows);
                for (Node reduction : stage.reductions()) {
                    String function = "reduce_rows_" + Scalars.combiner(reduction);
                    scope.declareResult(reduction, Code.call(function, lines(reduction), new Count(ROWS)));
                }
                scope.compute(stage.stage().rowOps());
            }
            for (Buffer store : kernel.rowStores()) {
                code.store(new Offset(bases.of(store), ROW), scope.operand(store.stored()), new Count(ROWS));
            }
        });
    }

    private Expression load(Buffer input) {
        Dim stride = space.rowStride(input.access()).orElseThrow();
        Expression element = bases.product(ROW, stride);
        Expression step = stride.equals(Dim.ONE) ? Code.number(1) : Code.size(stride);
        return bases.isIndex(input)
                ? Code.call("index", Code.plus(bases.of(input), element), Code.size(stride))
                : new Vector(new Offset(bases.of(input), element), step, new Count(ROWS));
    }

    /** One stage of each row in turn. */
    private void lowerStage(StageFunction stage, Scope rows, boolean shortRows) {
        for (Node reduction : stage.reductions()) {
            code.add(new Statement.Staged(lines(reduction), Statement.Space.THREAD, List.of(Builtin.VECTOR_LANES)));
        }
        code.loop(LINE, ZERO, ROWS, () -> {
            form.declareRowBases(Code.plus(ROW, LINE), LINE_SUFFIX);
            Expression length = Code.plus(Bases.INNER, VectorLoop.vectors(2));
            for (Node saved : kernel.saved()) {
                code.let(
                        form.uniform.saved(saved, Scope.HEAD),
                        new Offset(form.uniform.saved(saved), new Binary(Operator.MULTIPLY, LINE, length)));
            }
            Scope line = Scope.ofLine(bases, LINE_SUFFIX);
            for (Node node : stage.outerValues()) {
                if (space.level(node) == Level.ROW) {
                    line.declare(node, Code.call("lane", rows.operand(node), LINE));
                }
            }
            lowerLine(stage, line, shortRows);
        });
    }

    private void lowerLine(StageFunction stage, Scope line, boolean shortRows) {
        int accumulators = shortRows ? 1 : stage.unroll();
        form.declareAccumulators(stage, accumulators);
        if (shortRows && !stage.isIdle()) {
            boolean first = stage == form.stages.get(0);
            new VectorLoop(code, stage, line).lowerShort(Bases.INNER, first ? bases.readOnce() : List.of());
        } else if (!stage.isIdle()) {
            new VectorLoop(code, stage, form.withHead(line, Bases.INNER)).lower(ZERO, Bases.INNER);
        }
        for (Node reduction : stage.reductions()) {
            code.assign(new Item(lines(reduction), List.of(LINE)), form.joined(stage, line, reduction, accumulators));
        }
    }

    /** The accumulators of the rows. */
    private Variable lines(Node reduction) {
        return form.accumulator(reduction, "_rows");
    }
}
