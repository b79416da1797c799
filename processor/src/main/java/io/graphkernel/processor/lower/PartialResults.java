package io.graphkernel.processor.lower;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.processor.lower.code.CodeBuilder;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.CombineAccumulators;
import io.graphkernel.processor.lower.code.Expression.Load;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Expression.PointerCast;
import io.graphkernel.processor.lower.code.Expression.Variable;
import io.graphkernel.processor.lower.code.Type.MemoryFormat;
import io.graphkernel.processor.lower.code.Type.PointerType;
import io.graphkernel.processor.schedule.Partition;
import io.graphkernel.processor.schedule.ScheduledKernel;
import java.util.function.Function;

/**
 * Partial results of a two-phase reduction.
 *
 * <p>Those of columns are stored block by block. Each block is aligned to a cache line and has a row for each
 * reduction. Those of a full reduction are stored in 8-byte slots, reduction by reduction.
 */
public class PartialResults {

    private static final Variable MEMORY = new Variable("partial", PointerType.BYTES);
    private static final Variable BLOCK = CodeBuilder.int64Variable("block");
    private static final Variable BLOCKS = CodeBuilder.int64Variable("blocks");

    private final ScheduledKernel kernel;
    private final IterationSpace space;
    private final KernelNames names;
    private final StageLowering stages;
    private final CodeBuilder code;

    /** Creates the partial results of one kernel. */
    public PartialResults(ScheduledKernel kernel, KernelNames names, StageLowering stages, CodeBuilder code) {
        this.kernel = kernel;
        this.space = kernel.space();
        this.names = names;
        this.stages = stages;
        this.code = code;
    }

    /** Declares the memory, the number of items per block, and the number of blocks. */
    public final void declare() {
        declareMemory();
        declareItemsPerBlock();
        declareBlockCount();
    }

    /** Declares the memory. */
    public final void declareMemory() {
        declare(MEMORY, kernel.layout().partialSlot());
    }

    /** Declares the number of items per block. */
    public final void declareItemsPerBlock() {
        declare(BLOCK, kernel.layout().blockSlot());
    }

    /** Declares the number of blocks. */
    public final void declareBlockCount() {
        declare(BLOCKS, kernel.layout().blockCountSlot());
    }

    private void declare(Variable variable, int slot) {
        code.declareFinal(variable, new Expression.Argument(variable.type(), slot));
    }

    /** Returns the number of items per block. */
    public Expression itemsPerBlock() {
        return BLOCK;
    }

    /** Returns the number of blocks. */
    public Expression blockCount() {
        return BLOCKS;
    }

    /** Returns the first item of the current block. */
    public Variable firstItem() {
        return CodeBuilder.int64Variable("first");
    }

    /** Returns the end of the current block's items. */
    public Variable itemEnd() {
        return CodeBuilder.int64Variable("last");
    }

    /** Declares the range of items of a block. */
    public void declareBlock(Expression number, Expression items) {
        code.declareInt64(firstItem().name(), CodeBuilder.times(number, BLOCK));
        code.declareInt64(itemEnd().name(), CodeBuilder.min(CodeBuilder.plus(firstItem(), BLOCK), items));
    }

    /** Declares the addresses of the partial results of a block's columns. */
    public void declareColumns(Expression number) {
        Address begin =
                new Offset(MEMORY, CodeBuilder.times(number, CodeBuilder.size(Partition.partialBytesPerBlock(kernel))));
        for (Node partial : kernel.partials()) {
            Variable columns = code.declareFinal(
                    names.partialResult(partial), type(partial), new PointerCast(type(partial), begin));
            begin = new Offset(columns, columnCount());
        }
    }

    /** Returns the number of columns, which is the extent of the inner loop. */
    protected Expression columnCount() {
        return CodeBuilder.size(space.inner());
    }

    /** Returns the type of a pointer to partial results. */
    protected static PointerType type(Node partial) {
        return new PointerType(partial.dtype(), MemoryFormat.ACCUMULATOR, true);
    }

    /** Returns the address of the current block's partial result of a column. */
    public Address columnAddress(Node partial, Expression column) {
        return CodeBuilder.address(new Variable(names.partialResult(partial), type(partial)), column);
    }

    /** Returns the address of a block's partial result of a full reduction. */
    public Address fullAddress(Node partial, Expression number) {
        Expression slot = CodeBuilder.plus(
                CodeBuilder.times(CodeBuilder.constant(kernel.partials().indexOf(partial)), BLOCKS), number);
        return new PointerCast(
                type(partial), new Offset(MEMORY, CodeBuilder.times(CodeBuilder.constant(KernelAbi.SLOT_BYTES), slot)));
    }

    /** Returns the stride between the results of adjacent blocks of a full reduction, in elements. */
    public static int fullStride(Node partial) {
        return KernelAbi.SLOT_BYTES / partial.dtype().accumulatorBytes();
    }

    /** Stores the current block's accumulators of a column. */
    public void storeColumns(Expression column, Function<Node, Expression> accumulated) {
        kernel.partials().forEach(partial -> code.store(columnAddress(partial, column), accumulated.apply(partial)));
    }

    /** Combines the current block's partial results of a column into the accumulators. */
    public void combineColumns(Expression column) {
        kernel.partials().forEach(partial -> combine(partial, columnAddress(partial, column)));
    }

    /** Stores the accumulators of a block. */
    public void storeFull(Expression number) {
        storeFull(number, stages::accumulator);
    }

    /** Stores the accumulators of a block. */
    public void storeFull(Expression number, Function<Node, Expression> accumulated) {
        kernel.partials().forEach(partial -> code.store(fullAddress(partial, number), accumulated.apply(partial)));
    }

    /** Combines a block's partial results into the accumulators. */
    public void combineFull(Expression number) {
        kernel.partials().forEach(partial -> combine(partial, fullAddress(partial, number)));
    }

    private void combine(Node partial, Address address) {
        Variable accumulator = stages.accumulator(partial);
        code.assign(accumulator, new CombineAccumulators(partial, accumulator, new Load(address)));
    }

    /** Declares an accumulator for each reduction. */
    public void declareAccumulators() {
        kernel.partials().forEach(stages::declareAccumulator);
    }
}
