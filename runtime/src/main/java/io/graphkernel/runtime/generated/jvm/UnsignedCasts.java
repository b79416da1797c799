package io.graphkernel.runtime.generated.jvm;

/** The op Cast on single elements of u64, whose bits are a {@code long}; see {@link Casts}. */
public final class UnsignedCasts {

    private UnsignedCasts() {}

    public static float toF32(long x) {
        return x < 0 ? 2 * (float) half(x) : x;
    }

    public static double toF64(long x) {
        return x < 0 ? 2 * (double) half(x) : x;
    }

    public static float toF16(long x) {
        return Casts.toF16(signed(x));
    }

    public static float toBF16(long x) {
        return x < 0 ? 2 * Casts.toBF16(half(x)) : Casts.toBF16(x);
    }

    public static float toF8E4M3(long x) {
        return Casts.toF8E4M3(signed(x));
    }

    public static float toF8E5M2(long x) {
        return Casts.toF8E5M2(signed(x));
    }

    public static int toI8(long x) {
        return Casts.toI8(signed(x));
    }

    public static int toU8(long x) {
        return Casts.toU8(signed(x));
    }

    public static int toI16(long x) {
        return Casts.toI16(signed(x));
    }

    public static int toU16(long x) {
        return Casts.toU16(signed(x));
    }

    public static int toI32(long x) {
        return Casts.toI32(signed(x));
    }

    public static long toU32(long x) {
        return Casts.toU32(signed(x));
    }

    public static long toI64(long x) {
        return signed(x);
    }

    public static long toU64(long x) {
        return x;
    }

    public static boolean toBOOL(long x) {
        return x != 0;
    }

    /** Returns half of a 64-bit integer, with the last bit set if a bit was cut off, so that it rounds as the whole. */
    private static long half(long x) {
        return x >>> 1 | x & 1;
    }

    /** Returns the nearest signed integer. */
    private static long signed(long x) {
        return x < 0 ? Long.MAX_VALUE : x;
    }
}
