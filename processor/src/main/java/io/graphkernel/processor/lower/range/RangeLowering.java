package io.graphkernel.processor.lower.range;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** What the lowering of all forms has in common. */
public abstract class RangeLowering {

    final Kernel kernel;
    final IterationSpace space;
    final Code code = new Code();
    final StageLowering body;
    final Indices indices;
    final Names names;
    private final RowBuffers buffers;

    RangeLowering(Kernel kernel, Names names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.body = new StageLowering(kernel, names, code);
        this.indices = new Indices(space, code);
        this.buffers = new RowBuffers(kernel, names, body, code);
    }

    /**
     * Lowers a kernel.
     *
     * @param kernel any kernel
     * @param names what its values are called
     * @return its functions, in the order of {@link Kernel#functions()}
     */
    public static List<Function> lower(Kernel kernel, Names names) {
        return form(kernel, names).functions();
    }

    private static RangeLowering form(Kernel kernel, Names names) {
        if (kernel.space().isRankless()) {
            return new RanklessForm(kernel, names);
        }
        return switch (kernel.space().form()) {
            case ELEMENTWISE -> new ElementForm(kernel, names);
            case ROW_REDUCTION, LANE_REDUCTION -> new RowForm(kernel, names);
            case SCAN -> new ScanForm(kernel, names);
            case COLUMN_REDUCTION -> new ColumnForm(kernel, names);
            case FULL_REDUCTION -> new FullForm(kernel, names);
        };
    }

    /** The kernel's functions. */
    abstract List<Function> functions();

    /** A function of the kernel, which begins with what is computed once. */
    final Function function(String name, Runnable rest) {
        body.declareArguments();
        buffers.declare();
        body.computeUniform();
        rest.run();
        return code.function(name, 0);
    }

    /** A loop over the items of the range. */
    final void items(Variable item, Runnable each) {
        code.loop(item, Builtin.BEGIN, Builtin.END, each);
    }

    /** A loop over the rows of the range. */
    final void rows(Runnable each) {
        items(Code.integer("row"), () -> {
            declareRow(Code.integer("row"));
            each.run();
        });
    }

    /** Indices, operands and ops of a row. */
    final void declareRow(Expression row) {
        indices.decode(row, 0, space.outer());
        body.computeRow();
    }

    /** A loop over the tiles of the range: each has some columns of a row, whose index {@code each} declares. */
    final void tiles(Runnable each) {
        int side = kernel.tileSide();
        Variable tiles = code.integer("tiles", Code.over(Code.plus(inner(), Code.number(side - 1)), Code.number(side)));
        items(Code.integer("item"), () -> {
            Variable row = code.integer("row", Code.over(Code.integer("item"), tiles));
            indices.decode(row, 0, space.outer());
            Expression columns = Code.times(Code.modulo(Code.integer("item"), tiles), Code.number(side));
            Variable first = code.integer("first", columns);
            Expression end = Code.least(Code.plus(first, Code.number(side)), inner());
            code.loop(column(), first, end, () -> {
                body.computeRow();
                each.run();
            });
        });
    }

    /** A loop over the whole inner loop. */
    final void columns(Runnable each) {
        code.loop(column(), Code.number(0), inner(), each);
    }

    /** The index of the inner loop. */
    final Variable column() {
        return Indices.of(space.runs().size() - 1);
    }

    final Expression inner() {
        return Code.size(space.inner());
    }

    final Expression rowCount() {
        return Code.size(space.rows());
    }

    /** One element of a stage that keeps nothing. */
    final void element(Stage stage) {
        element(stage, Code.size(Dim.ZERO));
    }

    /** One element of a stage; {@code position} is its place in the row buffers. */
    final void element(Stage stage, Expression position) {
        body.load(stage, body.indexed());
        buffers.restore(stage, position);
        body.compute(stage.computed());
        buffers.save(stage, position);
        body.finish(stage, body.indexed());
    }

    /** What has one element per row. */
    final void storeRow() {
        kernel.rowStores().forEach(body::store);
    }
}
