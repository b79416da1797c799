package io.graphkernel.runtime.generated.jvm;

/**
 * Counter-based random numbers: Philox4x32-10 maps the index of an element and two seeds to four 32-bit words. Native
 * kernels compute the same numbers, so that a result only depends on its seeds, not on the target, the schedule or the
 * number of threads.
 */
public final class Philox {

    private static final long WORD = 0xffffffffL;

    private Philox() {}

    /**
     * Returns a uniformly distributed number: a multiple of 2⁻²⁴ in [0, 1), bitwise equal on every target.
     *
     * @param index row-major index of the element
     * @param seed key of the generator
     * @param seed2 upper half of its counter
     */
    public static float uniform(long index, long seed, long seed2) {
        return (int) (block(index, seed, seed2)[0] >>> 8 & 0xffffff) * 0x1p-24f;
    }

    /**
     * Returns a number of the standard normal distribution, with a magnitude of up to 6.7; targets differ in the last
     * three bits.
     *
     * @param index row-major index of the element
     * @param seed key of the generator
     * @param seed2 upper half of its counter
     */
    public static float normal(long index, long seed, long seed2) {
        long words = block(index, seed, seed2)[0];
        // The logarithm is steep near 1: this rounding is part of the definition.
        float uniform = (int) ((words & WORD) >>> 1) * 0x1p-31f + 0x1p-32f;
        int second = (int) (words >>> 32);
        double angle = ((second >>> 30) + (second << 2) * 0x1p-32) * (Math.PI / 2);
        return (float) (Math.sqrt(-2 * StrictMath.log(uniform)) * StrictMath.cos(angle));
    }

    /** Returns the four words of a block, two per element, the lower half first. */
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
