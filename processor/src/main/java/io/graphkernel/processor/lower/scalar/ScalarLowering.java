package io.graphkernel.processor.lower.scalar;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.lower.ArgumentLowering;
import io.graphkernel.processor.lower.KernelNames;
import io.graphkernel.processor.lower.LoopIndices;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;
import java.util.function.BiConsumer;

/** Base class of the scalar emitters. */
public abstract class ScalarLowering {

    final ScheduledKernel kernel;
    final IterationSpace space;
    final CodeBuilder code = new CodeBuilder();
    final StageLowering body;
    final LoopIndices indices;
    final KernelNames names;
    private final RowBufferEmitter buffers;

    ScalarLowering(ScheduledKernel kernel, KernelNames names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.body = new StageLowering(kernel, names, code);
        this.indices = new LoopIndices(space, code);
        this.buffers = new RowBufferEmitter(kernel, names, body, code);
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

    private static ScalarLowering emitter(ScheduledKernel kernel, KernelNames names) {
        if (kernel.space().isUnranked()) {
            return new ScalarUnrankedEmitter(kernel, names);
        }
        return switch (kernel.space().template()) {
            case ELEMENTWISE -> new ScalarElementwiseEmitter(kernel, names);
            case ROW_REDUCTION, STRIDED_REDUCTION -> new ScalarRowEmitter(kernel, names);
            case SCAN -> new ScalarScanEmitter(kernel, names);
            case RECURRENCE -> new ScalarRecurrenceEmitter(kernel, names);
            case COLUMN_REDUCTION -> new ScalarColumnEmitter(kernel, names);
            case FULL_REDUCTION -> new ScalarFullReductionEmitter(kernel, names);
            case ATTENTION -> throw new IllegalStateException("attention is a template");
        };
    }

    /** Returns the kernel's functions. */
    abstract List<Function> functions();

    /** Returns a function of the kernel, which begins with the values that are computed once. */
    final Function function(String name, Runnable functionBody) {
        new ArgumentLowering(body).declareArguments();
        buffers.declare();
        body.computeUniform();
        functionBody.run();
        return code.function(name, 0);
    }

    /** Emits a loop over the items of the range. */
    final void forEachItem(Variable item, Runnable loopBody) {
        code.loop(item, Builtin.RANGE_BEGIN, Builtin.RANGE_END, loopBody);
    }

    /** Emits a loop over the rows of the range. */
    final void forEachRow(Runnable loopBody) {
        forEachItem(CodeBuilder.int64Variable("row"), () -> {
            declareRow(CodeBuilder.int64Variable("row"));
            loopBody.run();
        });
    }

    /** Declares the indices, operands and ops of a row. */
    final void declareRow(Expression row) {
        indices.delinearize(row, 0, space.outer());
        body.computeRow();
    }

    /**
     * Emits a loop over the tiles of the range, each of which has some columns of a row, and over the columns of a
     * tile.
     */
    final void forEachTile(Runnable loopBody) {
        forEachTileRange((first, end) -> code.loop(column(), first, end, () -> {
            body.computeRow();
            loopBody.run();
        }));
    }

    /**
     * Emits a loop over the tiles of the range.
     *
     * @param loopBody receives the first column of a tile and the end of its columns
     */
    final void forEachTileRange(BiConsumer<Expression, Expression> loopBody) {
        int side = kernel.tileSide();
        Variable tiles = code.declareInt64(
                "tiles",
                CodeBuilder.div(CodeBuilder.plus(inner(), CodeBuilder.constant(side - 1)), CodeBuilder.constant(side)));
        forEachItem(CodeBuilder.int64Variable("item"), () -> {
            Variable row = code.declareInt64("row", CodeBuilder.div(CodeBuilder.int64Variable("item"), tiles));
            indices.delinearize(row, 0, space.outer());
            Expression columns = CodeBuilder.times(
                    CodeBuilder.modulo(CodeBuilder.int64Variable("item"), tiles), CodeBuilder.constant(side));
            Variable first = code.declareInt64("first", columns);
            Expression end = CodeBuilder.min(CodeBuilder.plus(first, CodeBuilder.constant(side)), inner());
            loopBody.accept(first, end);
        });
    }

    /** Emits the inner loop. */
    final void forEachColumn(Runnable loopBody) {
        code.loop(column(), CodeBuilder.constant(0), inner(), loopBody);
    }

    /** Returns the index of the inner loop. */
    final Variable column() {
        return LoopIndices.of(space.dims().size() - 1);
    }

    final Expression inner() {
        return CodeBuilder.size(space.inner());
    }

    final Expression rowCount() {
        return CodeBuilder.size(space.rows());
    }

    /** Lowers one element of a stage without row buffers. */
    final void lowerElement(Stage stage) {
        lowerElement(stage, CodeBuilder.size(Dim.ZERO));
    }

    /**
     * Lowers one element of a stage.
     *
     * @param position index of the element in the row buffers
     */
    final void lowerElement(Stage stage, Expression position) {
        body.load(stage, body.indexedAccess());
        buffers.restore(stage, position);
        body.compute(stage.computed());
        buffers.save(stage, position);
        body.accumulateAndStore(stage, body.indexedAccess());
    }

    /** Stores the results with one element per row. */
    final void storeRowResults() {
        kernel.body().rowStores().forEach(body::store);
    }
}
