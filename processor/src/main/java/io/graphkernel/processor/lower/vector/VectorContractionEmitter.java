package io.graphkernel.processor.lower.vector;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;
import io.graphkernel.op.ContractionAxes;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.IntCast;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.LoadVector;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.ArrayList;
import java.util.List;

/**
 * Base class of the emitters of contractions, which share each element of the matrix among several rows.
 *
 * <p>The parallel range counts results or tiles of them, column by column: threads share the columns first, and then the
 * rows of a column. Each result has one accumulator and one order of terms, so that its bits do not depend on the
 * number of rows, their positions and the number of threads.
 */
abstract class VectorContractionEmitter extends VectorLowering {

    static final Variable COLUMN = CodeBuilder.int64Variable("column");
    static final Variable FROM_ROW = CodeBuilder.int64Variable("from_row");
    static final Variable TO_ROW = CodeBuilder.int64Variable("to_row");

    private static final Expression ONE = CodeBuilder.constant(1);
    private static final Variable ITEM = CodeBuilder.int64Variable("item");
    private static final Variable ITEMS = CodeBuilder.int64Variable("items");
    private static final Variable LINE = CodeBuilder.int64Variable("line");
    private static final Variable REMAINING = CodeBuilder.int64Variable("remaining");
    private static final Variable ROW_COUNT = CodeBuilder.int64Variable("row_count");
    private static final Variable UNIT_COUNT = CodeBuilder.int64Variable("unit_count");
    private static final Variable UNIT = CodeBuilder.int64Variable("unit");
    private static final Variable UNITS = CodeBuilder.int64Variable("units");

    /** Outer dims of the rows, and all others but that of the columns. */
    private final List<Integer> rowDims = new ArrayList<>();

    private final List<Integer> batchDims = new ArrayList<>();
    /** Dim of the columns, along which row values are vectors. */
    private final int columnDim;

    VectorContractionEmitter(ScheduledKernel kernel, KernelNames names) {
        super(kernel, names);
        this.columnDim = columnDim(kernel);
        int rows = ContractionAxes.of(space).orElseThrow().rows();
        for (int dim = 0; dim < space.outer().size(); dim++) {
            if (dim != columnDim) {
                ((rows >> dim & 1) != 0 ? rowDims : batchDims).add(dim);
            }
        }
    }

    /** Returns true if a kernel is a contraction in one stage, whose results are stored after it. */
    static boolean isApplicable(ScheduledKernel kernel) {
        boolean reduces = kernel.space().template() == LoopTemplate.ROW_REDUCTION
                || kernel.space().template() == LoopTemplate.STRIDED_REDUCTION;
        return reduces
                && kernel.isContraction()
                && kernel.body().stages().size() == 1
                && kernel.body().stages().get(0).stores().isEmpty()
                && kernel.body().uniformStores().isEmpty()
                && kernel.body().saved().isEmpty()
                && kernel.buffers().gathers().isEmpty()
                && columnDim(kernel) >= 0;
    }

    static VectorContractionEmitter of(ScheduledKernel kernel, KernelNames names) {
        return kernel.space().template() == LoopTemplate.ROW_REDUCTION
                ? new VectorRowContractionEmitter(kernel, names)
                : new VectorStridedContractionEmitter(kernel, names);
    }

    /** Returns the vectorized dim, or the last outer one of the columns, or else of the rows; -1 if there is none. */
    private static int columnDim(ScheduledKernel kernel) {
        if (kernel.space().template() == LoopTemplate.STRIDED_REDUCTION) {
            return kernel.space().dims().size() - 1;
        }
        ContractionAxes axes = ContractionAxes.of(kernel.space()).orElseThrow();
        int columns = axes.columns() & kernel.space().outerMask();
        int rows = axes.rows() & kernel.space().outerMask();
        int dims = columns != 0 ? columns : rows;
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(dims);
    }

    final StageFunction stage() {
        return stages.get(0);
    }

    /** Returns the sizes of the blocks of rows, the largest first. */
    final List<Integer> blockSizes() {
        List<Integer> sizes = new ArrayList<>();
        for (int size = rowDims.isEmpty() ? 1 : kernel.capabilities().tiling().contractionRows(); size > 0; size /= 2) {
            sizes.add(size);
        }
        return sizes;
    }

    /**
     * Lowers the parallel range in regions of some columns by some rows.
     *
     * @param unit number of columns that the range counts as one
     * @param maxUnits maximum number of units of a region; 0 for any
     * @param region emits a region from {@link #COLUMN} and {@link #FROM_ROW} on, with the number of columns in a variable
     */
    final void lowerRegions(Expression unit, int maxUnits, Variable columns, Runnable region) {
        Expression extent = CodeBuilder.size(space.dims().get(columnDim).extent());
        code.declareFinal(
                ROW_COUNT,
                CodeBuilder.size(Dim.product(rowDims.stream()
                        .map(dim -> space.dims().get(dim).extent())
                        .toList())));
        code.declareFinal(UNIT_COUNT, CodeBuilder.div(CodeBuilder.plus(extent, CodeBuilder.minus(unit, ONE)), unit));
        code.declare(ITEMS);
        code.loop(ITEM, Builtin.RANGE_BEGIN, Builtin.RANGE_END, ITEMS, () -> {
            code.declareFinal(LINE, CodeBuilder.div(ITEM, ROW_COUNT));
            code.declareFinal(FROM_ROW, CodeBuilder.modulo(ITEM, ROW_COUNT));
            code.declareFinal(REMAINING, CodeBuilder.minus(Builtin.RANGE_END, ITEM));
            code.declareFinal(TO_ROW, CodeBuilder.min(ROW_COUNT, CodeBuilder.plus(FROM_ROW, REMAINING)));
            code.declareFinal(UNIT, CodeBuilder.modulo(LINE, UNIT_COUNT));
            Expression whole =
                    CodeBuilder.min(CodeBuilder.div(REMAINING, ROW_COUNT), CodeBuilder.minus(UNIT_COUNT, UNIT));
            Expression some = maxUnits == 0 ? whole : CodeBuilder.min(CodeBuilder.constant(maxUnits), whole);
            Expression isWhole = CodeBuilder.and(
                    new Binary(Operator.EQUAL, FROM_ROW, ZERO), new Binary(Operator.EQUAL, TO_ROW, ROW_COUNT));
            code.declareFinal(UNITS, CodeBuilder.select(isWhole, some, ONE));
            code.assign(ITEMS, CodeBuilder.times(CodeBuilder.minus(TO_ROW, FROM_ROW), UNITS));
            code.declareFinal(COLUMN, CodeBuilder.times(UNIT, unit));
            code.declareFinal(
                    columns, CodeBuilder.min(CodeBuilder.times(UNITS, unit), CodeBuilder.minus(extent, COLUMN)));
            basePointers.declareIndices(CodeBuilder.div(LINE, UNIT_COUNT), "", batchDims);
            region.run();
        });
    }

    /** Declares the indices of the rows of a block. */
    final void declareRows(Expression firstRow, int rows) {
        for (int row = 0; row < rows; row++) {
            basePointers.declareIndices(CodeBuilder.plus(firstRow, CodeBuilder.constant(row)), "_" + row, rowDims);
        }
    }

    /** Returns the offset of a row and a column from the first ones, in elements. */
    private List<Expression> offset(Buffer buffer, int row, Expression column) {
        List<Expression> terms = new ArrayList<>();
        for (int dim = 0; dim < space.dims().size(); dim++) {
            Dim stride = buffer.access().strides().get(dim);
            if (stride.equals(Dim.ZERO)) {
                continue;
            }
            if (dim == columnDim) {
                terms.add(basePointers.strideOffset(column, stride));
            } else if (dim < space.outer().size()) {
                String suffix = rowDims.contains(dim) ? "_" + row : "";
                terms.add(basePointers.strideOffset(BasePointers.index(dim, suffix), stride));
            }
        }
        return terms;
    }

    /**
     * Returns the scope of an element loop, after declaring its pointers.
     *
     * @param row the row's number in its block
     * @param column the first column
     * @param suffix suffix of the pointers and values
     */
    final LoopScope declareElements(int row, Expression column, String suffix) {
        LoopScope scope = LoopScope.ofAllBuffers(basePointers, suffix);
        for (Buffer buffer : stage().reads) {
            List<Expression> terms = offset(buffer, row, column);
            terms.addAll(basePointers.middleOffset(buffer));
            basePointers.declare(buffer, suffix, basePointers.pointer(buffer), terms);
        }
        return scope;
    }

    /**
     * Returns the scope of the row values of a vector of columns, after loading and computing those before the stage.
     *
     * @param lanes number of valid lanes
     */
    final LoopScope declareRowValues(int row, Expression column, Expression lanes, String suffix) {
        LoopScope scope = LoopScope.ofRow(basePointers, suffix);
        for (Buffer input : basePointers.reads(Level.ROW)) {
            Dim stride = input.access().strides().get(columnDim);
            List<Expression> terms = offset(input, row, column);
            if (basePointers.isIndex(input)) {
                Expression first = terms.stream().reduce(basePointers.pointer(input), CodeBuilder::plus);
                scope.declare(input.value(), CodeBuilder.call("index", first, CodeBuilder.size(stride)));
                continue;
            }
            Expression.Address address = BasePointers.address(basePointers.pointer(input), terms);
            Expression step = stride.equals(Dim.ONE) ? ONE : CodeBuilder.size(stride);
            scope.declare(
                    input.value(), stride.equals(Dim.ZERO) ? new Load(address) : new LoadVector(address, step, lanes));
        }
        scope.compute(kernel.body().rowOps());
        return scope;
    }

    /** Computes the values after the stage, and stores the results of a vector of columns. */
    final void storeResults(LoopScope scope, int row, Expression column, Expression lanes) {
        scope.compute(stage().stage().rowOps());
        for (Buffer store : kernel.body().rowStores()) {
            Dim stride = store.access().strides().get(columnDim);
            List<Expression> terms = offset(store, row, column);
            Expression.Address address = BasePointers.address(basePointers.pointer(store), terms);
            if (stride.equals(Dim.ONE)) {
                code.store(address, scope.operand(store.stored()), lanes);
            } else {
                Variable lane = CodeBuilder.int64Variable("lane");
                code.loop(
                        lane,
                        ZERO,
                        lanes,
                        () -> code.store(
                                new Offset(address, basePointers.strideOffset(lane, stride)),
                                CodeBuilder.call("lane", scope.operand(store.stored()), lane)));
            }
        }
    }

    /** Returns the name of the number of valid lanes, after declaring it. */
    final Variable declareLanes(Expression columns, Expression first) {
        return code.declareFinal(
                CodeBuilder.intVariable("lanes"),
                new IntCast(CodeBuilder.min(Builtin.VECTOR_WIDTH, CodeBuilder.minus(columns, first))));
    }

    /** Calls the stage for the current elements of one result. */
    final void call(Expression index, Expression lanes, LoopScope scope, String accumulator) {
        code.add(stage().statement(new StageFunction.Call(index, ONE, lanes, scope, accumulator, false)));
    }

    /** Declares the identity element as accumulator of each reduction. */
    final void declareAccumulator(String suffix) {
        for (Node node : stage().registerAccumulations()) {
            code.declare(accumulator(node, suffix), new Expression.IdentityElement(node));
        }
    }
}
