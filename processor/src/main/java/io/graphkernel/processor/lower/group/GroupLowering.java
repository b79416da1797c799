package io.graphkernel.processor.lower.group;

import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.lower.Elements;
import io.graphkernel.processor.lower.Indices;
import io.graphkernel.processor.lower.Names;
import io.graphkernel.processor.lower.Scalars;
import io.graphkernel.processor.lower.StageLowering;
import io.graphkernel.processor.lower.code.Builtin;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Function;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.lower.code.Statement;
import io.graphkernel.processor.lower.code.Statement.Unroll;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Stage;
import java.util.List;

/** What the lowering of all forms shares: what is computed once, and how threads join what they accumulated. */
public abstract class GroupLowering {

    /** Values that threads exchange when they join one: it goes to two places alternately. */
    static final int JOINED = 2;

    private static final Variable EXCHANGE = new Variable("exchange", Pointer.BYTES);

    final Kernel kernel;
    final IterationSpace space;
    final Names names;
    final Code code = new Code();
    final StageLowering body;
    final Indices indices;
    /** The extent of the inner loop; {@link #declareInner} declares it. */
    final Variable inner = Code.integer("inner");

    final Variable rows = Code.integer("rows");
    final Variable row = Code.integer("row");
    /** Whether this thread has a row, and whether it has an element or a column. */
    final Variable active = Code.count("active");

    final Variable present = Code.count("present");

    GroupLowering(Kernel kernel, Names names) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.body = new StageLowering(kernel, names, code);
        this.indices = new Indices(space, code);
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

    private static GroupLowering form(Kernel kernel, Names names) {
        if (kernel.space().isRankless()) {
            return new RanklessForm(kernel, names);
        }
        if (kernel.tiling() != null) {
            return new TileForm(kernel, names);
        }
        return switch (kernel.space().form()) {
            case ELEMENTWISE -> kernel.isFlat() ? new FlatForm(kernel, names) : new RowForm(kernel, names);
            case ROW_REDUCTION -> new RowForm(kernel, names);
            case LANE_REDUCTION -> new LaneForm(kernel, names);
            case SCAN -> kernel.isTiled() ? new LaneScanForm(kernel, names) : new ScanForm(kernel, names);
            case COLUMN_REDUCTION ->
                kernel.reducesRows() ? new RowColumnForm(kernel, names) : new ColumnForm(kernel, names);
            case FULL_REDUCTION -> new FullForm(kernel, names);
        };
    }

    /** The kernel's functions. */
    abstract List<Function> functions();

    /** The function of a kernel's first phase, at the end of which one thread stores what has one element. */
    final Function function(String name, int exchanged, Runnable rest) {
        return unstored(name, exchanged, () -> {
            rest.run();
            if (!kernel.uniformStores().isEmpty()) {
                Expression isFirst = Code.and(isZero(Builtin.GROUP), isZero(Builtin.THREAD));
                code.when(isFirst, () -> kernel.uniformStores().forEach(body::store));
            }
        });
    }

    /** A function of the kernel, which begins with what each thread computes once. */
    final Function unstored(String name, int exchanged, Runnable rest) {
        body.declareArguments();
        body.computeUniform();
        rest.run();
        return code.function(name, exchanged);
    }

    /** Declares the extent of the inner loop. */
    final void declareInner() {
        code.integer(inner.name(), Code.size(space.inner()));
    }

    /** Declares how many rows there are. */
    final void declareRows() {
        code.integer(rows.name(), Code.size(space.rows()));
    }

    /** Lets the compiler have several iterations of a stage's loop at once, if they cost little. */
    final Unroll unroll(Stage stage) {
        int cost = stage.computed().stream()
                .mapToInt(node -> OpTable.get().row(node).cost())
                .sum();
        return cost <= kernel.capabilities().groups().unrolledCost() ? Unroll.SOME : Unroll.FREE;
    }

    /** The loop of a group over its items. */
    final void items(Expression count, Runnable each) {
        code.loop(Code.integer("item"), Builtin.GROUP, count, Builtin.GROUPS, Unroll.FREE, each);
    }

    /** Indices, operands and ops of a row. */
    final void declareRow() {
        indices.decode(row, 0, space.outer());
        body.computeRow();
    }

    /** One element of a stage. */
    final void element(Stage stage, Elements elements) {
        body.load(stage, elements);
        body.compute(stage.computed(), elements);
        body.finish(stage, elements);
    }

    /** Stores what has one element per row, by the thread for which a condition holds. */
    final void storeRow(Expression condition) {
        if (!kernel.rowStores().isEmpty()) {
            code.when(condition, () -> kernel.rowStores().forEach(body::store));
        }
    }

    /** Lets threads wait before what has one element per row is stored, if others read the old value. */
    final void awaitRow() {
        if (updatesRows()) {
            code.add(new Statement.Barrier());
        }
    }

    /** Whether what has one element per row is a new value of what others read. */
    final boolean updatesRows() {
        return kernel.rowStores().stream().anyMatch(Buffer::isUpdate);
    }

    /** Joins what threads with numbers at a distance have accumulated. */
    final void join(Node reduction, Expression stride, Expression count) {
        Variable accumulator = body.accumulator(reduction);
        code.assign(accumulator, joined(reduction, accumulator, stride, count));
    }

    static Expression joined(Node reduction, Expression accumulated, Expression stride, Expression count) {
        return Code.call("join_" + Scalars.combiner(reduction), accumulated, stride, count, EXCHANGE);
    }

    /** The threads' memory in which they exchange values. */
    static Expression exchange() {
        return EXCHANGE;
    }

    /** The product of the extents of the middle loops. */
    final Expression middle() {
        return Code.size(IterationSpace.product(space.middle()));
    }

    /** The index of the column in a kernel whose inner loop is kept. */
    final Variable column() {
        return Indices.of(space.runs().size() - 1);
    }

    final Run run(int index) {
        return space.runs().get(index);
    }

    static Expression isZero(Expression number) {
        return new Expression.Binary(Operator.EQUAL, number, Code.number(0));
    }

    /** The number of this thread among some that are a power of two. */
    static Expression within(Expression count) {
        return new Expression.Binary(Operator.BITS_AND, Builtin.THREAD, Code.minus(count, Code.number(1)));
    }

    /** Elements at the indices of all loops, of which nothing is stored where a condition does not hold. */
    final Elements storedIf(Expression condition) {
        Elements indexed = body.indexed();
        return new Elements() {
            @Override
            public Expression load(Buffer input) {
                return indexed.load(input);
            }

            @Override
            public void store(Buffer output, Expression value) {
                code.when(condition, () -> indexed.store(output, value));
            }

            @Override
            public void accumulate(Node reduction, Expression value) {
                indexed.accumulate(reduction, value);
            }
        };
    }
}
