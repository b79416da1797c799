package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Select;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides all software prefetches: which inputs each loop prefetches, at which distance, and under which condition. The
 * distances are those of {@link CpuModel.Prefetching}. Emitters call this class where a loop may prefetch.
 */
final class Prefetching {

    private static final CpuModel.Prefetching MODEL = CpuModel.DEFAULT.prefetching();

    private static final Expression ALWAYS = CodeBuilder.constant(1);

    private Prefetching() {}

    /**
     * Returns the inputs of which a stage prefetches a later row.
     *
     * <p>Later stages work on a row in L1, so that memory would be idle; the stages after the first share the
     * prefetches of all inputs. Of long rows they prefetch the next elements. A first stage that accumulates in memory
     * takes a share as well.
     *
     * <p>An elementwise kernel prefetches rows with gaps between them, which the hardware prefetcher does not predict.
     * A single stage over contiguous rows, as in column sums, needs no software prefetch; see docs/bench/prefetch.md.
     */
    static List<Buffer> prefetchedInputs(BasePointers basePointers, int stage) {
        ScheduledKernel kernel = basePointers.kernel;
        IterationSpace space = basePointers.space;
        if (space.template() == LoopTemplate.ELEMENTWISE) {
            return kernel.buffers().inputs().stream()
                    .filter(input -> hasGapsBetweenRows(basePointers, input))
                    .toList();
        }
        boolean rows = kernel.reducesRows() && space.middle().isEmpty();
        if (!rows || kernel.body().stages().size() == 1) {
            return List.of();
        }
        List<Buffer> inputs = basePointers.singlePassInputs().stream()
                .filter(input -> space.rowStride(input.access()).isPresent())
                .toList();
        return assignInputs(kernel, inputs).get(stage);
    }

    /** Assigns each input to a stage, evenly, preferring the last stage that reads it. */
    private static List<List<Buffer>> assignInputs(ScheduledKernel kernel, List<Buffer> inputs) {
        List<List<Buffer>> assigned = new ArrayList<>();
        kernel.body().stages().forEach(stage -> assigned.add(new ArrayList<>()));
        int first = kernel.partials().isEmpty() ? 1 : 0;
        int stageCount = assigned.size() - first;
        int maxPerStage = (inputs.size() + stageCount - 1) / stageCount;
        for (int i = inputs.size() - 1; i >= 0; i--) {
            int stage = Math.max(first, lastReader(kernel, inputs.get(i)));
            while (assigned.get(stage).size() == maxPerStage) {
                stage = stage == first ? assigned.size() - 1 : stage - 1;
            }
            assigned.get(stage).add(0, inputs.get(i));
        }
        return assigned;
    }

    private static int lastReader(ScheduledKernel kernel, Buffer input) {
        int last = 0;
        for (int stage = 0; stage < kernel.body().stages().size(); stage++) {
            last = kernel.body().stages().get(stage).inputs().contains(input) ? stage : last;
        }
        return last;
    }

    /** Returns true if the rows of an input are not contiguous in memory. */
    private static boolean hasGapsBetweenRows(BasePointers basePointers, Buffer input) {
        IterationSpace space = basePointers.space;
        return !basePointers.kernel.isFlat()
                && !space.isUnranked()
                && basePointers.kernel.buffers().tiling() == null
                && space.middle().isEmpty()
                && basePointers.isReadOnce(input)
                && space.rowStride(input.access())
                        .filter(stride -> !stride.equals(space.inner()))
                        .isPresent();
    }

    /** Returns the address that is prefetched while the current row is computed. */
    static Expression address(BasePointers basePointers, LoopScope scope, Buffer input) {
        return new Offset(scope.base(input), distance(basePointers, scope, input));
    }

    private static Expression distance(BasePointers basePointers, LoopScope scope, Buffer input) {
        Dim stride = basePointers.space.rowStride(input.access()).orElseThrow();
        int minDistance = basePointers.singlePassInputs().size() > MODEL.maxFewInputs()
                ? MODEL.manyInputsRowElements()
                : MODEL.rowElements();
        Expression distance = hasGapsBetweenRows(basePointers, input)
                ? basePointers.strideOffset(rows(scope), stride)
                : CodeBuilder.call(
                        "max",
                        CodeBuilder.constant(minDistance),
                        CodeBuilder.plus(
                                scope.elementsPerStage(), CodeBuilder.constant(MODEL.aliasingOffsetElements())));
        return CodeBuilder.min(distance, CodeBuilder.constant(MODEL.maxRowElements()));
    }

    /** Returns the distance in rows. Of a block of rows, the next block is prefetched. */
    private static Expression rows(LoopScope scope) {
        return scope.isInRowBlock()
                ? CodeBuilder.plus(CodeBuilder.int64Variable("rows"), CodeBuilder.constant(1))
                : CodeBuilder.constant(MODEL.rows());
    }

    /**
     * Prefetches the cache lines that two unaligned rows share. These lines are cached although results use
     * non-temporal stores, and stores to row buffers would wait for them.
     */
    static void emitSharedLines(VectorLowering emitter, LoopScope row) {
        if (!row.hasPeeledPrologue() || emitter.kernel.body().saved().isEmpty()) {
            return;
        }
        for (StageFunction stage : emitter.stages) {
            if (!stage.mayPeel()) {
                continue;
            }
            Expression needed = CodeBuilder.and(
                    stage.nonTemporalCondition(),
                    VectorLowering.greater(VectorLoopEmitter.PEEL_COUNT, VectorLowering.ZERO));
            for (Buffer store : stage.stage().stores()) {
                emitter.space
                        .rowStride(store.access())
                        .filter(stride -> !stride.equals(Dim.ZERO))
                        .ifPresent(stride -> emitter.code.exprStatement(CodeBuilder.call(
                                "prefetch_result",
                                new Offset(row.base(store), emitter.basePointers.strideOffset(rows(row), stride)),
                                needed)));
            }
        }
    }

    /** Prefetches later vectors of a short row's inputs in its first stage; later stages find the row in L1. */
    static void emitShortRow(CodeBuilder code, BasePointers basePointers, LoopScope row, boolean isFirstStage) {
        if (isFirstStage) {
            basePointers
                    .singlePassInputs()
                    .forEach(input -> emit(code, row.base(input), MODEL.shortRowElements(), ALWAYS));
        }
    }

    /**
     * Prefetches later rows of a column reduction. The hardware prefetcher handles several streams of one operand, but
     * less well if their vectors are unaligned.
     *
     * @param rows scopes of the rows that are summed together
     */
    static void emitColumns(CodeBuilder code, BasePointers basePointers, List<LoopScope> rows) {
        Expression condition = rows.size() == 1 ? ALWAYS : CodeBuilder.modulo(BasePointers.INNER, Builtin.VECTOR_WIDTH);
        for (Buffer input : basePointers.singlePassInputs()) {
            rows.forEach(row -> emit(code, row.base(input), MODEL.columnElements(), condition));
        }
    }

    private static void emit(CodeBuilder code, Variable base, int elements, Expression condition) {
        Address address = BasePointers.address(base, List.of(CodeBuilder.constant(elements), VectorLoopEmitter.I));
        code.exprStatement(CodeBuilder.call("prefetch", address, condition));
    }

    /**
     * Prefetches a later iteration of a strided reduction.
     *
     * @param dim the loop of the iterations
     * @param vectors number of vectors per iteration
     */
    static void emitStrided(CodeBuilder code, BasePointers basePointers, LoopScope scope, int dim, int vectors) {
        for (Buffer input : basePointers.singlePassInputs()) {
            Dim stride = input.access().strides().get(dim);
            Address next = new Offset(
                    scope.base(input),
                    basePointers.strideOffset(CodeBuilder.constant(MODEL.stridedIterations()), stride));
            for (int vector = 0; vector < vectors; vector++) {
                Address address = BasePointers.address(next, VectorLoopEmitter.index(vector));
                code.exprStatement(CodeBuilder.call("prefetch", address, ALWAYS));
            }
        }
    }

    /**
     * Prefetches a line of the next tile of a transposed input, to the right or else below, while the current line is
     * stored.
     *
     * @param begin first element of the current tile
     * @param stride stride of the input along the columns
     * @param side number of rows and columns of a tile
     */
    static void emitNextTile(CodeBuilder code, Variable begin, Expression stride, Expression side) {
        Expression line = VectorTransposeEmitter.LINE;
        Expression column = VectorTransposeEmitter.COLUMN;
        Expression hasNext = CodeBuilder.less(CodeBuilder.plus(column, side), BasePointers.INNER);
        Expression right = CodeBuilder.times(CodeBuilder.plus(line, side), stride);
        Expression below = CodeBuilder.plus(
                VectorTransposeEmitter.ROWS, CodeBuilder.times(CodeBuilder.minus(line, column), stride));
        Offset address = new Offset(begin, new Select(hasNext, right, below));
        code.exprStatement(CodeBuilder.call("prefetch_elements", address, side, VectorLoopEmitter.NON_TEMPORAL));
    }
}
