package io.graphkernel.processor.lower;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Combined;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.Recast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.Memory;
import io.graphkernel.processor.lower.code.Type.Pointer;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Partition;
import java.util.function.Function;

/**
 * The partial results of a two-phase reduction. Those of columns lie block by block, each block at a cache line, and in it
 * a row for each reduction; those of a full reduction lie in slots of 8 bytes, reduction by reduction.
 */
public class Partials {

    private static final Variable MEMORY = new Variable("partial", Pointer.BYTES);
    private static final Variable BLOCK = Code.integer("block");
    private static final Variable BLOCKS = Code.integer("blocks");

    private final Kernel kernel;
    private final IterationSpace space;
    private final Names names;
    private final StageLowering stages;
    private final Code code;

    /** The partial results of one kernel. */
    public Partials(Kernel kernel, Names names, StageLowering stages, Code code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.stages = stages;
        this.code = code;
    }

    /** Declares the memory, the items of a block, and the number of blocks. */
    public final void declare() {
        declareMemory();
        declareItems();
        declareCount();
    }

    /** Declares the memory. */
    public final void declareMemory() {
        declare(MEMORY, kernel.layout().partialSlot());
    }

    /** Declares the items of a block. */
    public final void declareItems() {
        declare(BLOCK, kernel.layout().blockSlot());
    }

    /** Declares the number of blocks. */
    public final void declareCount() {
        declare(BLOCKS, kernel.layout().blockCountSlot());
    }

    private void declare(Variable variable, int slot) {
        code.let(variable, new Expression.Argument(variable.type(), slot));
    }

    /** The items of a block. */
    public Expression block() {
        return BLOCK;
    }

    /** How many blocks there are. */
    public Expression blocks() {
        return BLOCKS;
    }

    /** The first item of the current block. */
    public Variable first() {
        return Code.integer("first");
    }

    /** The end of the items of the current block. */
    public Variable last() {
        return Code.integer("last");
    }

    /** Declares the items of a block out of all. */
    public void declareBlock(Expression number, Expression items) {
        code.integer(first().name(), Code.times(number, BLOCK));
        code.integer(last().name(), Code.least(Code.plus(first(), BLOCK), items));
    }

    /** Declares where the partial results of a block's columns lie. */
    public void declareColumns(Expression number) {
        Address begin = new Offset(MEMORY, Code.times(number, Code.size(Partition.partialBytesPerBlock(kernel))));
        for (Node partial : kernel.partials()) {
            Variable columns = code.let(names.partial(partial), type(partial), new Recast(type(partial), begin));
            begin = new Offset(columns, inner());
        }
    }

    /**
     * How many columns there are.
     *
     * @return the size of the inner loop
     */
    protected Expression inner() {
        return Code.size(space.inner());
    }

    /** How partial results lie in memory. */
    protected static Pointer type(Node partial) {
        return new Pointer(partial.dtype(), Memory.PARTIAL, true);
    }

    /** Where the current block's partial result of a column lies. */
    public Address column(Node partial, Expression column) {
        return Code.address(new Variable(names.partial(partial), type(partial)), column);
    }

    /** Where a block's partial result of a full reduction lies. */
    public Address full(Node partial, Expression number) {
        Expression slot = Code.plus(Code.times(Code.number(kernel.partials().indexOf(partial)), BLOCKS), number);
        return new Recast(type(partial), new Offset(MEMORY, Code.times(Code.number(KernelAbi.SLOT_BYTES), slot)));
    }

    /** Elements from one block's result of a full reduction to the next. */
    public static int fullStep(Node partial) {
        return KernelAbi.SLOT_BYTES / partial.dtype().accumulatorBytes();
    }

    /** Stores what the current block has accumulated of a column. */
    public void storeColumns(Expression column, Function<Node, Expression> accumulated) {
        kernel.partials().forEach(partial -> code.store(column(partial, column), accumulated.apply(partial)));
    }

    /** Accumulates the current block's partial results of a column. */
    public void joinColumns(Expression column) {
        kernel.partials().forEach(partial -> join(partial, column(partial, column)));
    }

    /** Stores what a block has accumulated. */
    public void storeFull(Expression number) {
        storeFull(number, stages::accumulator);
    }

    /** Stores what a block has accumulated. */
    public void storeFull(Expression number, Function<Node, Expression> accumulated) {
        kernel.partials().forEach(partial -> code.store(full(partial, number), accumulated.apply(partial)));
    }

    /** Accumulates a block's partial results. */
    public void joinFull(Expression number) {
        kernel.partials().forEach(partial -> join(partial, full(partial, number)));
    }

    private void join(Node partial, Address address) {
        Variable accumulator = stages.accumulator(partial);
        code.assign(accumulator, new Combined(partial, accumulator, new Load(address)));
    }

    /** Declares an accumulator for each reduction. */
    public void declareAccumulators() {
        kernel.partials().forEach(stages::declareAccumulator);
    }
}
