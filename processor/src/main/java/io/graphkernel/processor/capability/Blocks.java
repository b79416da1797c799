package io.graphkernel.processor.capability;

/**
 * How a reduction in two phases is cut into blocks. Blocks decide the bits of a sum: they are the same for every target and
 * any number of threads.
 *
 * @param fewRows columns of at most so many rows, which would be a single block, are not reduced in blocks of rows
 * @param rows the fewest rows of one block of a column reduction: few partial results, and blocks enough for many threads
 * @param elements the elements of one block that are near to a thread while it reduces them
 */
public record Blocks(int fewRows, int rows, int elements) {

    /** 128 KiB of f32, a fraction of a second-level cache. */
    public static final Blocks USUAL = new Blocks(64, 128, 32768);

    /** The largest: a block is worth a thread or a group on every target. */
    Blocks or(Blocks other) {
        return new Blocks(
                Math.max(fewRows, other.fewRows), Math.max(rows, other.rows), Math.max(elements, other.elements));
    }
}
