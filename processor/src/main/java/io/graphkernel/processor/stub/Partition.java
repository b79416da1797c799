package io.graphkernel.processor.stub;

import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.schedule.Kernel;

/**
 * How a two-phase reduction is cut into blocks. The cut depends on the shape alone, never on the number of threads, so
 * that results are the same bits for any number.
 */
final class Partition {

    /** Rows of one block of a column reduction: few partial results, and blocks enough for many threads. */
    static final int COLUMN_BLOCK_ROWS = 128;
    /** Elements of one block of a full reduction: 128 KiB, a fraction of a second-level cache. */
    static final int FULL_BLOCK_ELEMENTS = 32768;

    private Partition() {}

    /** Java text of the items in one block. */
    static String itemsPerBlock(Kernel kernel, MethodNames names) {
        if (kernel.space().form() == Form.COLUMN_REDUCTION) {
            return COLUMN_BLOCK_ROWS + "L";
        }
        if (kernel.space().outer().isEmpty()) {
            return FULL_BLOCK_ELEMENTS + "L";
        }
        String inner = names.dim(kernel.space().inner());
        return "Math.max(1L, " + FULL_BLOCK_ELEMENTS + "L / Math.max(1L, " + inner + "))";
    }

    /** Java text of the items that blocks divide: rows, or elements without outer loops. */
    static String items(Kernel kernel, MethodNames names) {
        if (kernel.space().outer().isEmpty()) {
            return names.dim(kernel.space().inner());
        }
        return outerProduct(kernel, names);
    }

    /** Java text of the product of the outer dims. */
    static String outerProduct(Kernel kernel, MethodNames names) {
        return names.dim(kernel.space().rows());
    }

    /** Java text of the floats of partial results per block. */
    static String partialsPerBlock(Kernel kernel, MethodNames names) {
        String count = kernel.partials().size() + "L";
        return kernel.space().form() == Form.COLUMN_REDUCTION
                ? count + " * " + names.dim(kernel.space().inner())
                : count;
    }
}
