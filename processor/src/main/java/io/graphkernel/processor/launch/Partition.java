package io.graphkernel.processor.launch;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.schedule.Kernel;
import java.util.List;

/**
 * How a two-phase reduction is cut into blocks. The cut depends on the shape alone, never on the number of threads, so
 * that results are the same bits for any number.
 */
final class Partition {

    /** The fewest rows of one block of a column reduction: few partial results, and blocks enough for many threads. */
    private static final int COLUMN_BLOCK_ROWS = 128;
    /** Elements of one block: 128 KiB of f32, a fraction of a second-level cache. */
    private static final int FULL_BLOCK_ELEMENTS = 32768;

    private Partition() {}

    /** The items in one block. */
    static Size itemsPerBlock(Kernel kernel) {
        Size elements = Size.of(FULL_BLOCK_ELEMENTS);
        if (kernel.space().outer().isEmpty()) {
            return elements;
        }
        int fewest = kernel.space().form() == Form.COLUMN_REDUCTION ? COLUMN_BLOCK_ROWS : 1;
        Size inner = Size.of(kernel.space().inner());
        return new Size.AtLeast(fewest, new Size.Quotient(elements, new Size.AtLeast(1, inner)));
    }

    /**
     * The items that blocks divide: rows, or elements without outer loops. Rows without elements, of which there may be
     * very many, are not counted, unless each of them has a result of its own.
     */
    static Size items(Kernel kernel) {
        Dim inner = kernel.space().inner();
        if (kernel.space().outer().isEmpty()) {
            return Size.of(inner);
        }
        Size rows = Size.of(kernel.space().rows());
        return inner instanceof Dim.Constant || storesRows(kernel)
                ? rows
                : new Size.IfAny(List.of(Size.of(inner)), rows);
    }

    private static boolean storesRows(Kernel kernel) {
        return kernel.outputs().stream()
                .filter(output -> !kernel.finish().stores().contains(output))
                .anyMatch(output -> Dim.product(output.value().shape().dims())
                        .equals(kernel.space().rows()));
    }

    /** The bytes of partial results per block, whole cache lines for a column reduction. */
    static Size partialBytesPerBlock(Kernel kernel) {
        if (kernel.space().form() != Form.COLUMN_REDUCTION) {
            return Size.of(KernelAbi.SLOT_BYTES * kernel.partials().size());
        }
        int bytes = kernel.partials().stream()
                .mapToInt(partial -> partial.dtype().accumulatorBytes())
                .sum();
        return new Size.Aligned(Size.product(bytes, Size.of(kernel.space().inner())));
    }
}
