package io.graphkernel.processor.stub;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.schedule.Kernel;

/**
 * How a two-phase reduction is cut into blocks. The cut depends on the shape alone, never on the number of threads, so
 * that results are the same bits for any number.
 */
final class Partition {

    /** The fewest rows of one block of a column reduction: few partial results, and blocks enough for many threads. */
    private static final int COLUMN_BLOCK_ROWS = 128;
    /** Elements of one block: 128 KiB of f32, a fraction of a second-level cache. */
    private static final int FULL_BLOCK_ELEMENTS = 32768;

    /** A partial result of a full reduction takes as much as an argument, whatever its type. */
    private static final int PARTIAL_SLOT = 8;

    private Partition() {}

    /** Java text of the items in one block. */
    static String itemsPerBlock(Kernel kernel, MethodNames names) {
        if (kernel.space().outer().isEmpty()) {
            return FULL_BLOCK_ELEMENTS + "L";
        }
        String inner = names.dim(kernel.space().inner());
        int fewest = kernel.space().form() == Form.COLUMN_REDUCTION ? COLUMN_BLOCK_ROWS : 1;
        return "Math.max(" + fewest + "L, " + FULL_BLOCK_ELEMENTS + "L / Math.max(1L, " + inner + "))";
    }

    /**
     * Java text of the items that blocks divide: rows, or elements without outer loops. Rows without elements, of which there
     * may be very many, are not counted, unless each of them has a result of its own.
     */
    static String items(Kernel kernel, MethodNames names) {
        Dim inner = kernel.space().inner();
        if (kernel.space().outer().isEmpty()) {
            return names.dim(inner);
        }
        String rows = outerProduct(kernel, names);
        return inner instanceof Dim.Constant || storesRows(kernel)
                ? rows
                : "(" + names.dim(inner) + " == 0 ? 0 : " + rows + ")";
    }

    private static boolean storesRows(Kernel kernel) {
        return kernel.outputs().stream()
                .filter(output -> !kernel.finish().stores().contains(output))
                .anyMatch(output -> Dim.product(output.value().shape().dims())
                        .equals(kernel.space().rows()));
    }

    /** Java text of the product of the outer dims. */
    static String outerProduct(Kernel kernel, MethodNames names) {
        return names.dim(kernel.space().rows());
    }

    /** Java text of the bytes of partial results per block, whole cache lines for a column reduction. */
    static String partialBytesPerBlock(Kernel kernel, MethodNames names) {
        if (kernel.space().form() != Form.COLUMN_REDUCTION) {
            return PARTIAL_SLOT * kernel.partials().size() + "L";
        }
        int bytes = kernel.partials().stream()
                .mapToInt(partial -> partial.dtype().accumulatorBytes())
                .sum();
        return "LaunchFrame.aligned(" + bytes + " * " + names.dim(kernel.space().inner()) + ")";
    }
}
