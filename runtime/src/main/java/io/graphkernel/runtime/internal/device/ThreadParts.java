package io.graphkernel.runtime.internal.device;

/**
 * Parts for the threads of the host.
 *
 * @param wholeBytes below so many bytes in all, the hand-over to another thread costs more than it saves
 * @param bytesPerPart what is worth a thread of its own, in bytes
 */
public record ThreadParts(long wholeBytes, long bytesPerPart) implements RangeParts {

    /** For kernels that run at about the speed of memory. */
    public static final ThreadParts OF_MEMORY = new ThreadParts(256 << 10, 128 << 10);

    @Override
    public long of(long range, long bytesPerItem) {
        // With so few items the product does not overflow: it is the size of memory.
        boolean whole = range < wholeBytes && range * bytesPerItem < wholeBytes;
        return whole ? 1 : Math.max(1, range / itemsPerPart(bytesPerItem));
    }

    /**
     * The fewest items that are worth a part, where several kernels share the threads.
     *
     * @param bytesPerItem the memory that an item reads and writes, in bytes
     * @return 1 or more
     */
    public long itemsPerPart(long bytesPerItem) {
        return Math.max(1, bytesPerPart / Math.max(1, bytesPerItem));
    }
}
