package io.graphkernel.processor.lower.gpu;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationDim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.ElementAccess;
import io.graphkernel.processor.lower.ElementwiseLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.function.Consumer;

/** Base class of the GPU emitters: values that are computed once, and reductions across threads. */
public abstract class GpuLowering {

    /** Number of values that threads exchange per reduction, double buffered. */
    static final int EXCHANGED_VALUES = 2;

    private static final Variable EXCHANGE = new Variable("exchange", PointerType.BYTES);

    final ScheduledKernel kernel;
    final IterationSpace space;
    final KernelNames names;
    final CodeBuilder code = new CodeBuilder();
    final StageLowering body;
    final LoopIndices indices;
    /** Extent of the inner loop, declared by {@link #declareInner}. */
    final Variable inner = CodeBuilder.int64Variable("inner");

    final Variable rows = CodeBuilder.int64Variable("rows");
    final Variable row = CodeBuilder.int64Variable("row");
    /** Conditions that the current thread has a row, and that it has an element or a column. */
    final Variable active = CodeBuilder.intVariable("active");

    final Variable present = CodeBuilder.intVariable("present");

    GpuLowering(ScheduledKernel kernel, KernelNames names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.body = new StageLowering(kernel, names, code);
        this.indices = new LoopIndices(space, code);
    }

    /**
     * Lowers a kernel.
     *
     * @param kernel any kernel
     * @param names identifiers of its values
     * @return its functions, in the order of {@link ScheduledKernel#functions()}
     */
    public static List<Function> lower(ScheduledKernel kernel, KernelNames names) {
        return emitter(kernel, names).functions();
    }

    private static GpuLowering emitter(ScheduledKernel kernel, KernelNames names) {
        if (kernel.space().isUnranked()) {
            return new GpuUnrankedEmitter(kernel, names);
        }
        if (kernel.buffers().tiling() != null && kernel.recurrence() == null) {
            return new GpuTransposeEmitter(kernel, names);
        }
        return switch (kernel.space().template()) {
            case RECURRENCE -> new GpuRecurrenceEmitter(kernel, names);
            case ELEMENTWISE -> kernel.isFlat() ? new GpuFlatEmitter(kernel, names) : new GpuRowEmitter(kernel, names);
            case ROW_REDUCTION -> new GpuRowEmitter(kernel, names);
            case STRIDED_REDUCTION -> new GpuStridedReductionEmitter(kernel, names);
            case SCAN ->
                kernel.isTiled() ? new GpuStridedScanEmitter(kernel, names) : new GpuScanEmitter(kernel, names);
            case COLUMN_REDUCTION ->
                kernel.reducesRows() ? new GpuRowColumnEmitter(kernel, names) : new GpuColumnEmitter(kernel, names);
            case FULL_REDUCTION -> new GpuFullReductionEmitter(kernel, names);
            case ATTENTION -> throw new IllegalStateException("attention is a template");
        };
    }

    /** Returns the kernel's functions. */
    abstract List<Function> functions();

    /**
     * Returns the function of a kernel's first phase, at the end of which one thread stores the results with one
     * element.
     */
    final Function function(String name, int exchangedValues, Runnable functionBody) {
        return functionWithoutStores(name, exchangedValues, () -> {
            functionBody.run();
            if (!kernel.body().uniformStores().isEmpty()) {
                Expression isFirst = CodeBuilder.and(isZero(Builtin.BLOCK_INDEX), isZero(Builtin.THREAD_INDEX));
                code.ifThen(isFirst, () -> kernel.body().uniformStores().forEach(body::store));
            }
        });
    }

    /** Returns a function of the kernel that begins with the values computed once per thread. */
    final Function functionWithoutStores(String name, int exchangedValues, Runnable functionBody) {
        new ArgumentLowering(body).declareArguments();
        body.computeUniform();
        functionBody.run();
        return code.function(name, exchangedValues);
    }

    /** Declares the extent of the inner loop. */
    final void declareInner() {
        code.declareInt64(inner.name(), CodeBuilder.size(space.inner()));
    }

    /** Declares the number of rows. */
    final void declareRowCount() {
        code.declareInt64(rows.name(), CodeBuilder.size(space.rows()));
    }

    /** Returns the unroll hint of a stage's loop: partial unrolling if the stage is cheap. */
    final Unroll unroll(Stage stage) {
        int cost = OpTable.get().cost(stage.computed());
        return cost <= kernel.capabilities().threadBlocks().maxUnrolledCost() ? Unroll.PARTIAL : Unroll.AUTO;
    }

    /** Emits the loop of a thread block over its items. */
    final void forEachItem(Expression count, Runnable loopBody) {
        code.loop(
                CodeBuilder.int64Variable("item"),
                Builtin.BLOCK_INDEX,
                count,
                Builtin.BLOCK_COUNT,
                Unroll.AUTO,
                loopBody);
    }

    /**
     * Returns a function in which each thread processes whole columns, one after another.
     *
     * @param columnBody emits one column of the declared row, with the number of iterations of the middle loops
     */
    final Function functionOfColumns(Consumer<Variable> columnBody) {
        return function(kernel.name(), 0, () -> {
            declareInner();
            Variable columns = code.declareInt64("columns", CodeBuilder.times(CodeBuilder.size(space.rows()), inner));
            Variable iterations = code.declareInt64("iterations", middleIterations());
            Variable item = CodeBuilder.int64Variable("item");
            Expression begin =
                    CodeBuilder.plus(CodeBuilder.times(Builtin.BLOCK_INDEX, Builtin.BLOCK_SIZE), Builtin.THREAD_INDEX);
            Expression step = CodeBuilder.times(Builtin.BLOCK_COUNT, Builtin.BLOCK_SIZE);
            code.loop(item, begin, columns, step, Unroll.AUTO, () -> {
                code.declareInt64(row.name(), CodeBuilder.div(item, inner));
                code.declareInt64(column().name(), CodeBuilder.modulo(item, inner));
                declareRow();
                columnBody.accept(iterations);
            });
        });
    }

    /** Declares the indices, operands and ops of a row. */
    final void declareRow() {
        indices.delinearize(row, 0, space.outer());
        body.computeRow();
    }

    /** Lowers one element of a stage. */
    final void element(Stage stage, ElementAccess elements) {
        body.load(stage, elements);
        body.compute(stage.computed(), elements);
        body.accumulateAndStore(stage, elements);
    }

    /** Stores the results with one element per row, in the thread for which a condition holds. */
    final void storeRowResults(Expression condition) {
        if (!kernel.body().rowStores().isEmpty()) {
            code.ifThen(condition, () -> kernel.body().rowStores().forEach(body::store));
        }
    }

    /** Stores the results of a team's row, if a condition holds. */
    final void finishRow(Expression storeCondition) {
        barrierBeforeRowStores();
        storeRowResults(CodeBuilder.and(storeCondition, isZero(RowThreadMapping.TEAM_MEMBER)));
    }

    /** Emits a barrier before row results are stored, if other threads read the old values. */
    final void barrierBeforeRowStores() {
        if (updatesRowResults()) {
            code.add(new Statement.Barrier());
        }
    }

    /** Returns true if row results overwrite values that other threads read. */
    final boolean updatesRowResults() {
        return kernel.body().rowStores().stream().anyMatch(Buffer::isUpdate);
    }

    /** Combines the accumulators of threads at a stride. */
    final void combineAcrossThreads(Node reduction, Expression stride, Expression count) {
        Variable accumulator = body.accumulator(reduction);
        code.assign(accumulator, reduceAcrossThreads(reduction, accumulator, stride, count));
    }

    static Expression reduceAcrossThreads(Node reduction, Expression accumulated, Expression stride, Expression count) {
        return CodeBuilder.call(
                "join_" + ElementwiseLowering.combiner(reduction), accumulated, stride, count, EXCHANGE);
    }

    /** Returns the shared memory through which threads exchange values. */
    static Expression exchangeMemory() {
        return EXCHANGE;
    }

    /** Returns the number of iterations of the middle loops. */
    final Expression middleIterations() {
        return CodeBuilder.size(IterationSpace.product(space.middle()));
    }

    /** Returns the column's index in a kernel that keeps its inner loop. */
    final Variable column() {
        return LoopIndices.of(space.dims().size() - 1);
    }

    final IterationDim dim(int index) {
        return space.dims().get(index);
    }

    static Expression isZero(Expression number) {
        return new Expression.Binary(Operator.EQUAL, number, CodeBuilder.constant(0));
    }

    /** Returns the index of the current thread among a power-of-two number of threads. */
    static Expression threadIndexWithin(Expression count) {
        return new Expression.Binary(
                Operator.BITS_AND, Builtin.THREAD_INDEX, CodeBuilder.minus(count, CodeBuilder.constant(1)));
    }

    /** Returns access to the elements at the indices of all loops, with conditional stores. */
    final ElementAccess storedIf(Expression condition) {
        ElementAccess indexed = body.indexedAccess();
        return new ElementAccess() {
            @Override
            public Expression load(Buffer input) {
                return indexed.load(input);
            }

            @Override
            public void store(Buffer output, Expression value) {
                code.ifThen(condition, () -> indexed.store(output, value));
            }

            @Override
            public void accumulate(Node reduction, Expression value) {
                indexed.accumulate(reduction, value);
            }
        };
    }
}
