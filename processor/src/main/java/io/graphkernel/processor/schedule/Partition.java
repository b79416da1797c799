package io.graphkernel.processor.schedule;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.capability.Blocks;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;

/**
 * How a two-phase reduction is cut into {@link Blocks}. The cut depends on the shape alone, never on the number of threads,
 * so that results are the same bits for any number.
 */
public final class Partition {

    /** Partial results of columns begin at cache lines. */
    private static final Dim CACHE_LINE = Dim.of(KernelAbi.MEMORY_ALIGNMENT);

    /** What a block's result of a full reduction may take: a block of memory that no other core of a chip writes. */
    public static final int TOTAL_BYTES = 32;

    private Partition() {}

    /**
     * The items in one block.
     *
     * @param kernel a two-phase reduction
     * @return at least 1
     */
    public static Dim itemsPerBlock(Kernel kernel) {
        Blocks blocks = kernel.capabilities().blocks();
        Dim elements = Dim.of(blocks.elements());
        if (kernel.space().outer().isEmpty()) {
            return elements;
        }
        int fewest = kernel.space().form() == Form.COLUMN_REDUCTION ? blocks.rows() : 1;
        return elements.floorDiv(kernel.space().inner().max(Dim.ONE)).max(Dim.of(fewest));
    }

    /**
     * The items that blocks divide: rows, or elements without outer loops. Rows without elements, of which there may be very
     * many, are not counted, unless each of them has a result of its own.
     *
     * @param kernel a two-phase reduction
     * @return how many
     */
    public static Dim items(Kernel kernel) {
        Dim inner = kernel.space().inner();
        if (kernel.space().outer().isEmpty()) {
            return inner;
        }
        Dim rows = kernel.space().rows();
        return inner instanceof Dim.Constant || storesRows(kernel) ? rows : rows.times(inner.min(Dim.ONE));
    }

    private static boolean storesRows(Kernel kernel) {
        return kernel.outputs().stream()
                .filter(output -> !kernel.finish().stores().contains(output))
                .anyMatch(output -> Dim.product(output.value().shape().dims())
                        .equals(kernel.space().rows()));
    }

    /**
     * The blocks.
     *
     * @param kernel a two-phase reduction
     * @return as many as hold all items
     */
    public static Dim blocks(Kernel kernel) {
        return roundedUp(items(kernel), itemsPerBlock(kernel));
    }

    /**
     * The bytes of the partial results of one block, whole cache lines for a column reduction.
     *
     * @param kernel a two-phase reduction
     * @return bytes
     */
    public static Dim partialBytesPerBlock(Kernel kernel) {
        if (kernel.space().form() != Form.COLUMN_REDUCTION) {
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
