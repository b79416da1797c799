package io.graphkernel.conformance.oracle;

/** Counter-based random numbers: Philox4x32-10 of Salmon, Moraes, Dror and Shaw (2011), and the distributions of its words. */
public final class Counter {

    private static final int ROUNDS = 10;
    /** Error in units in the last place of targets' normal numbers. */
    public static final double NORMAL_ULPS = 8;

    private Counter() {}

    /** The four words for a counter of four words and a key of two. */
    static int[] words(int[] counter, int[] key) {
        int[] c = counter.clone();
        int[] k = key.clone();
        for (int round = 0; round < ROUNDS; round++) {
            long left = Integer.toUnsignedLong(c[0]) * 0xD2511F53L;
            long right = Integer.toUnsignedLong(c[2]) * 0xCD9E8D57L;
            c = new int[] {
                (int) (right >>> 32) ^ c[1] ^ k[0], (int) right, (int) (left >>> 32) ^ c[3] ^ k[1], (int) left
            };
            k[0] += 0x9E3779B9;
            k[1] += 0xBB67AE85;
        }
        return c;
    }

    private static int[] words(long index, long seed, long seed2) {
        int[] counter = {(int) index, (int) (index >>> 32), (int) seed2, (int) (seed2 >>> 32)};
        return words(counter, new int[] {(int) seed, (int) (seed >>> 32)});
    }

    /** The upper 24 bits of the first word as a fraction. */
    public static double uniform(long index, long seed, long seed2) {
        return (words(index, seed, seed2)[0] >>> 8) * 0x1p-24;
    }

    /**
     * √(-2 ln u) · cos(a) by Box and Muller: u from the upper 31 bits of the first word, rounded to f32; the angle from
     * the second: two bits count quarters of the circle, the others are a signed fraction of a quarter.
     */
    public static double normal(long index, long seed, long seed2) {
        int[] words = words(index, seed, seed2);
        float u = (float) (words[0] >>> 1) * 0x1p-31f + 0x1p-32f;
        double quarters = (words[1] >>> 30) + (words[1] << 2) * 0x1p-32;
        return Math.sqrt(-2 * Math.log(u)) * Math.cos(quarters * Math.PI / 2);
    }
}
