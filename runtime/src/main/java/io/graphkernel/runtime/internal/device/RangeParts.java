package io.graphkernel.runtime.internal.device;

/**
 * Into how many parts the range of a launch is worth being cut on a device: a part is what a thread of the host takes, or a
 * group of a GPU. The plugin of the device says it. Every launch asks, whether a stub or the walk of a plan makes it, so that
 * the answer takes a few instructions and allocates nothing.
 *
 * <p>Parts decide no bit of a result. What is added up is cut into blocks, by its shape alone and before any device is known;
 * the range counts these blocks.
 */
@FunctionalInterface
public interface RangeParts {
    /**
     * How many parts pay. The device may run fewer at a time, and a part may begin at multiples of a granule only.
     *
     * @param range the items, at least 1
     * @param bytesPerItem the memory that an item reads and writes, in bytes
     * @return 1 or more
     */
    long of(long range, long bytesPerItem);
}
