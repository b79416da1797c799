package io.graphkernel.processor.schedule;

import java.util.List;

/**
 * A loop inside a kernel: a thread runs all iterations for some elements.
 *
 * @param index symbol of the loop's index, a dim of the argument block
 * @param iteration the kernel of one iteration, with the same argument block
 * @param carried the carried values that an iteration updates
 */
public record Recurrence(String index, ScheduledKernel iteration, List<Carried> carried) {

    public Recurrence {
        carried = List.copyOf(carried);
    }

    /**
     * A carried value.
     *
     * @param update buffer of the value after the iteration
     * @param reads buffers of the same memory that the iteration reads
     */
    public record Carried(Buffer update, List<Buffer> reads) {

        public Carried {
            reads = List.copyOf(reads);
        }

        /**
         * Returns true if targets may keep the value in registers between iterations.
         *
         * @return false for a value that a store converts, and for one that is not read
         */
        public boolean isInRegister() {
            return !reads.isEmpty() && update.value().dtype().byteSize() >= Float.BYTES;
        }
    }

    /**
     * Returns the carried value in registers whose memory is a buffer.
     *
     * @param buffer any buffer of the kernel
     * @return null for other buffers
     */
    public Carried inRegister(Buffer buffer) {
        return registers().stream()
                .filter(value -> value.update().equals(buffer) || value.reads().contains(buffer))
                .findFirst()
                .orElse(null);
    }

    /** Returns the carried values in registers. */
    public List<Carried> registers() {
        return carried.stream().filter(Carried::isInRegister).toList();
    }
}
