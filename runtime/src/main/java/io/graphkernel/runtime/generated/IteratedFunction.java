package io.graphkernel.runtime.generated;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A kernel function that is run for all iterations of a loop, whose argument slots advance by a constant per iteration.
 *
 * <p>Each thread has a copy of the slots after its scratch memory. A range is processed in blocks, so that the carried
 * values of a block stay in the cache.
 */
final class IteratedFunction implements RangeFunction {

    private static final long BLOCK_BYTES = CpuModel.Caches.DEFAULT.iteratedBlockBytes();

    private final RangeFunction function;
    private final Iteration iteration;
    private final long scratchBytes;
    private final long blockItems;

    IteratedFunction(
            RangeFunction function, Iteration iteration, long scratchBytes, long grainSize, long bytesPerItem) {
        this.function = function;
        this.iteration = iteration;
        this.scratchBytes = LaunchFrame.aligned(scratchBytes);
        long items = BLOCK_BYTES / Math.max(1, bytesPerItem) / grainSize * grainSize;
        this.blockItems = Math.max(grainSize, items);
    }

    /** Returns the scratch size per thread, with the copy of the slots. */
    long scratchBytes() {
        return scratchBytes + LaunchFrame.aligned((long) iteration.slots() * Long.BYTES);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        long own = scratch + scratchBytes;
        for (long first = begin; first < end; first += blockItems) {
            long last = Math.min(end, first + blockItems);
            iteration.copy(arguments, own);
            for (long i = 0; i < iteration.count(); i++) {
                function.run(kernel, own, first, last, scratch);
                iteration.advance(own);
            }
        }
    }

    /**
     * Arguments of the iterations of a loop.
     *
     * @param count number of iterations
     * @param slots number of argument slots
     * @param advancing the slots that change, in order
     * @param steps difference of each of them between two iterations
     */
    record Iteration(long count, int slots, int[] advancing, long[] steps) {

        /**
         * Returns the iterations of a loop.
         *
         * @param first address of the slots of the first iteration
         * @param second slots of the second one
         * @param count number of iterations
         */
        static Iteration of(long first, long[] second, long count) {
            int[] advancing = IntStream.range(0, second.length)
                    .filter(slot -> second[slot] != Memory.getLong(first + (long) slot * Long.BYTES))
                    .toArray();
            long[] steps = Arrays.stream(advancing)
                    .mapToLong(slot -> second[slot] - Memory.getLong(first + (long) slot * Long.BYTES))
                    .toArray();
            return new Iteration(count, second.length, advancing, steps);
        }

        private void copy(long from, long to) {
            for (int slot = 0; slot < slots; slot++) {
                Memory.putLong(to + (long) slot * Long.BYTES, Memory.getLong(from + (long) slot * Long.BYTES));
            }
        }

        private void advance(long memory) {
            for (int i = 0; i < advancing.length; i++) {
                long address = memory + (long) advancing[i] * Long.BYTES;
                Memory.putLong(address, Memory.getLong(address) + steps[i]);
            }
        }
    }
}
