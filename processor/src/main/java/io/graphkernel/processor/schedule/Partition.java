package io.graphkernel.processor.schedule;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.target.AscendModel;
import io.graphkernel.common.target.SplitReductionParameters;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.iteration.IterationSpace.LoopTemplate;

/**
 * Partition of two-phase reductions into {@linkplain SplitReductionParameters blocks}. It depends on the shape alone,
 * not on the number of threads, so that results are bitwise reproducible.
 */
public final class Partition {

    /** Partial results of columns are aligned to cache lines. */
    private static final Dim CACHE_LINE = Dim.of(KernelAbi.MEMORY_ALIGNMENT);

    /** Size in bytes of a block's result of a full reduction: a memory block that no other core writes. */
    public static final int TOTAL_BYTES = AscendModel.DEFAULT.memory().blockBytes();

    /** Three numbers of a query, which the functions of the gradient of attention share. */
    private static final int ATTENTION_BYTES = 3 * Float.BYTES;

    private Partition() {}

    /**
     * Returns the number of items per block. That of a column reduction does not depend on the number of columns.
     *
     * @param kernel a two-phase reduction
     * @return at least 1
     */
    public static Dim itemsPerBlock(ScheduledKernel kernel) {
        if (kernel.isAttention()) {
            return Dim.ONE;
        }
        SplitReductionParameters blocks = kernel.capabilities().splitReduction();
        if (kernel.space().template() == LoopTemplate.COLUMN_REDUCTION) {
            return roundedUp(kernel.space().rows(), Dim.of(blocks.columnBlocks()))
                    .max(Dim.of(blocks.minRowsPerBlock()))
                    .min(Dim.of(blocks.maxRowsPerBlock()));
        }
        Dim elements = Dim.of(blocks.elementsPerBlock());
        return kernel.space().outer().isEmpty()
                ? elements
                : elements.floorDiv(kernel.space().inner().max(Dim.ONE)).max(Dim.ONE);
    }

    /**
     * Returns the number of items: rows, or elements without outer loops. Empty rows do not count, unless each of them
     * has a result.
     *
     * @param kernel a two-phase reduction
     * @return the number of items
     */
    public static Dim items(ScheduledKernel kernel) {
        if (kernel.isAttention()) {
            return kernel.space().rows();
        }
        Dim inner = kernel.space().inner();
        if (kernel.space().outer().isEmpty()) {
            return inner;
        }
        Dim rows = kernel.space().rows();
        return inner instanceof Dim.Constant || storesRowResults(kernel) ? rows : rows.times(inner.min(Dim.ONE));
    }

    private static boolean storesRowResults(ScheduledKernel kernel) {
        return kernel.buffers().outputs().stream()
                .filter(output -> !kernel.body().finish().stores().contains(output))
                .anyMatch(output -> Dim.product(output.value().shape().dims())
                        .equals(kernel.space().rows()));
    }

    /**
     * Returns the number of blocks.
     *
     * @param kernel a two-phase reduction
     * @return the number of blocks for all items
     */
    public static Dim blocks(ScheduledKernel kernel) {
        return roundedUp(items(kernel), itemsPerBlock(kernel));
    }

    /**
     * Returns the size of a block's partial results, a multiple of the cache line for a column reduction.
     *
     * @param kernel a two-phase reduction
     * @return bytes
     */
    public static Dim partialBytesPerBlock(ScheduledKernel kernel) {
        if (kernel.isAttention()) {
            return Dim.of(ATTENTION_BYTES);
        }
        if (kernel.space().template() != LoopTemplate.COLUMN_REDUCTION) {
            return Dim.of((long) TOTAL_BYTES * kernel.partials().size());
        }
        int bytes = kernel.partials().stream()
                .mapToInt(partial -> partial.dtype().accumulatorBytes())
                .sum();
        return roundedUp(Dim.of(bytes).times(kernel.space().inner()), CACHE_LINE)
                .times(CACHE_LINE);
    }

    private static Dim roundedUp(Dim dividend, Dim divisor) {
        return dividend.plus(divisor).minus(Dim.ONE).floorDiv(divisor);
    }
}
