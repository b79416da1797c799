package io.graphkernel.runtime.generated.jvm;

/**
 * Random numbers without a state: Philox4x32-10 turns the index of an element and two seeds into four words of 32 bits.
 * Native kernels compute the same numbers, so that a result depends on its seeds alone, not on the target, the schedule
 * or the number of threads.
 */
public final class Philox {

    private static final long WORD = 0xffffffffL;

    private Philox() {}

    /**
     * A uniformly distributed number: a multiple of 2⁻²⁴ in [0, 1), with the same bits on every target.
     *
     * @param index the number of the element in row-major order
     * @param seed the key of the generator
     * @param seed2 the upper half of its counter
     */
    public static float uniform(long index, long seed, long seed2) {
        return (int) (block(index, seed, seed2)[0] >>> 8 & 0xffffff) * 0x1p-24f;
    }

    /**
     * A number of the standard normal distribution, of magnitude up to 6.7; targets differ in the last three bits.
     *
     * @param index the number of the element in row-major order
     * @param seed the key of the generator
     * @param seed2 the upper half of its counter
     */
    public static float normal(long index, long seed, long seed2) {
        long words = block(index, seed, seed2)[0];
        // The logarithm is steep near 1: this rounding belongs to the definition.
        float uniform = (int) ((words & WORD) >>> 1) * 0x1p-31f + 0x1p-32f;
        int second = (int) (words >>> 32);
        double angle = ((second >>> 30) + (second << 2) * 0x1p-32) * (Math.PI / 2);
        return (float) (Math.sqrt(-2 * StrictMath.log(uniform)) * StrictMath.cos(angle));
    }

    /** The four words of a block, two in each element, the lower half first. */
    static long[] block(long index, long seed, long seed2) {
        long counter0 = index & WORD;
        long counter1 = index >>> 32;
        long counter2 = seed2 & WORD;
        long counter3 = seed2 >>> 32;
        long key0 = seed & WORD;
        long key1 = seed >>> 32;
        for (int round = 0; round < 10; round++) {
            long first = counter0 * 0xd2511f53L;
            long second = counter2 * 0xcd9e8d57L;
            counter0 = second >>> 32 ^ counter1 ^ key0;
            counter2 = first >>> 32 ^ counter3 ^ key1;
            counter1 = second & WORD;
            counter3 = first & WORD;
            key0 = key0 + 0x9e3779b9L & WORD;
            key1 = key1 + 0xbb67ae85L & WORD;
        }
        return new long[] {counter0 | counter1 << 32, counter2 | counter3 << 32};
    }
}
