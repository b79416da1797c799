package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.ArrayElement;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.LoadVector;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.List;

/**
 * Emitter of row reductions over blocks of rows, at most one per lane.
 *
 * <p>Each stage processes the rows of a block sequentially, then one vector operation reduces, computes or stores the
 * row values of the block.
 */
final class RowBlockEmitter {

    private static final String ROW_SUFFIX = "_row";
    private static final String LINE_SUFFIX = "_line";

    private static final Variable ROW = VectorLowering.ROW;
    private static final Variable ROWS = CodeBuilder.int64Variable("rows");
    private static final Variable MAX_ROWS = CodeBuilder.int64Variable("max_rows");
    private static final Variable LINE = CodeBuilder.int64Variable("line");
    private static final Expression ZERO = VectorLowering.ZERO;

    private final VectorLowering emitter;
    private final ScheduledKernel kernel;
    private final IterationSpace space;
    private final BasePointers basePointers;
    private final CodeBuilder code;

    RowBlockEmitter(VectorLowering emitter) {
        this.emitter = emitter;
        this.kernel = emitter.kernel;
        this.space = emitter.space;
        this.basePointers = emitter.basePointers;
        this.code = emitter.code;
    }

    /** Returns true if row values have constant strides in memory, and row results are contiguous. */
    boolean isApplicable() {
        boolean rows = kernel.reducesRows() && space.middle().isEmpty();
        boolean gathers =
                kernel.buffers().gathers().stream().anyMatch(gather -> space.level(gather.node()) != Level.ELEMENT);
        return rows
                && !gathers
                && basePointers.reads(Level.ROW).stream()
                        .allMatch(input -> space.rowStride(input.access()).isPresent())
                && kernel.body().rowStores().stream()
                        .allMatch(store -> space.rowStride(store.access())
                                .filter(Dim.ONE::equals)
                                .isPresent());
    }

    /** Emits the loop over short rows. */
    void lowerShort(Expression from, Expression to) {
        lower(true, Builtin.VECTOR_WIDTH, from, to);
    }

    /** Emits the loop over longer rows, in blocks that fit L1. */
    void lowerLong(Expression from, Expression to) {
        long elements = kernel.capabilities().tiling().blockRowElements()
                / Math.max(
                        1,
                        basePointers.singlePassInputs().size()
                                + kernel.body().saved().size());
        Expression maxRows = CodeBuilder.min(
                Builtin.VECTOR_WIDTH, CodeBuilder.div(CodeBuilder.constant(elements), BasePointers.INNER));
        lower(false, CodeBuilder.call("max", CodeBuilder.constant(1), maxRows), from, to);
    }

    private void lower(boolean isShort, Expression maxRows, Expression from, Expression to) {
        code.declareFinal(MAX_ROWS, maxRows);
        code.declare(ROWS);
        code.loop(ROW, from, to, ROWS, () -> {
            code.assign(ROWS, CodeBuilder.min(MAX_ROWS, CodeBuilder.minus(to, ROW)));
            LoopScope scope = LoopScope.ofRow(basePointers, ROW_SUFFIX);
            basePointers.reads(Level.ROW).forEach(input -> scope.declare(input.value(), load(input)));
            scope.compute(kernel.body().rowOps());
            for (StageFunction stage : emitter.stages) {
                lowerStage(stage, scope, isShort);
                for (Node reduction : stage.reductions()) {
                    String function = "reduce_rows_" + ElementwiseLowering.combiner(reduction);
                    scope.declareResult(reduction, CodeBuilder.call(function, lines(reduction), new IntCast(ROWS)));
                }
                scope.compute(stage.stage().rowOps());
            }
            for (Buffer store : kernel.body().rowStores()) {
                code.store(
                        new Offset(basePointers.pointer(store), ROW), scope.operand(store.stored()), new IntCast(ROWS));
            }
        });
    }

    private Expression load(Buffer input) {
        Dim stride = space.rowStride(input.access()).orElseThrow();
        Expression element = basePointers.strideOffset(ROW, stride);
        Expression step = stride.equals(Dim.ONE) ? CodeBuilder.constant(1) : CodeBuilder.size(stride);
        return basePointers.isIndex(input)
                ? CodeBuilder.call(
                        "index", CodeBuilder.plus(basePointers.pointer(input), element), CodeBuilder.size(stride))
                : new LoadVector(new Offset(basePointers.pointer(input), element), step, new IntCast(ROWS));
    }

    /** Lowers a stage for each row of a block. */
    private void lowerStage(StageFunction stage, LoopScope rows, boolean isShort) {
        for (Node reduction : stage.reductions()) {
            code.add(new Statement.DeclareArray(
                    lines(reduction), Statement.AddressSpace.PRIVATE, List.of(Builtin.VECTOR_WIDTH)));
        }
        code.loop(LINE, ZERO, ROWS, () -> {
            emitter.declareRowBases(CodeBuilder.plus(ROW, LINE), LINE_SUFFIX);
            Expression length = CodeBuilder.plus(BasePointers.INNER, VectorLoopEmitter.vectors(2));
            for (Node saved : kernel.body().saved()) {
                code.declareFinal(
                        emitter.uniform.saved(saved, LINE_SUFFIX),
                        new Offset(emitter.uniform.saved(saved), new Binary(Operator.MULTIPLY, LINE, length)));
            }
            LoopScope line = LoopScope.ofBlockRow(basePointers, LINE_SUFFIX);
            for (Node node : stage.liveIns()) {
                if (space.level(node) == Level.ROW) {
                    line.declare(node, CodeBuilder.call("lane", rows.operand(node), LINE));
                }
            }
            lowerLine(stage, line, isShort);
        });
    }

    private void lowerLine(StageFunction stage, LoopScope line, boolean isShort) {
        int accumulators = isShort ? 1 : UnrollPolicy.factor(stage);
        emitter.declareAccumulators(stage, accumulators);
        if (isShort && !stage.hasEmptyLoop()) {
            boolean first = stage == emitter.stages.get(0);
            new VectorLoopEmitter(code, stage, line)
                    .lowerShort(BasePointers.INNER, () -> Prefetching.emitShortRow(code, basePointers, line, first));
        } else if (!stage.hasEmptyLoop()) {
            new VectorLoopEmitter(code, stage, line).lower(ZERO, BasePointers.INNER);
        }
        for (Node reduction : stage.reductions()) {
            code.assign(
                    new ArrayElement(lines(reduction), List.of(LINE)),
                    emitter.combineAccumulators(stage, line, reduction, accumulators));
        }
    }

    /** Returns the accumulators of a block's rows. */
    private Variable lines(Node reduction) {
        return emitter.accumulator(reduction, "_rows");
    }
}
