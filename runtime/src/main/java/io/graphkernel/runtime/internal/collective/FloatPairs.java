package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.jvm.Memory;

/**
 * Reduction of two floats in float arithmetic. A double holds their exact product, and more than twice the digits of
 * their sum, so that reducing in double and rounding yields the same result.
 */
final class FloatPairs {
    private FloatPairs() {}

    /** Reduces f32 elements of two ranks, like {@link ElementwiseCombiner#combine}. */
    static void combine(ReduceOp op, long[] sources, long target, long begin, long end) {
        for (long first = begin; first < end; first += Integer.MAX_VALUE) {
            int count = (int) Math.min(Integer.MAX_VALUE, end - first);
            long offset = first * Float.BYTES;
            combine(op, sources[0] + offset, sources[1] + offset, target + offset, count);
        }
    }

    private static void combine(ReduceOp op, long a, long b, long target, int count) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < count; i++) {
                    long at = (long) i * Float.BYTES;
                    Memory.putFloat(target + at, Memory.getFloat(a + at) + Memory.getFloat(b + at));
                }
            }
            case PROD -> {
                for (int i = 0; i < count; i++) {
                    long at = (long) i * Float.BYTES;
                    Memory.putFloat(target + at, Memory.getFloat(a + at) * Memory.getFloat(b + at));
                }
            }
            case MIN -> {
                for (int i = 0; i < count; i++) {
                    long at = (long) i * Float.BYTES;
                    Memory.putFloat(target + at, Math.min(Memory.getFloat(a + at), Memory.getFloat(b + at)));
                }
            }
            case MAX -> {
                for (int i = 0; i < count; i++) {
                    long at = (long) i * Float.BYTES;
                    Memory.putFloat(target + at, Math.max(Memory.getFloat(a + at), Memory.getFloat(b + at)));
                }
            }
        }
    }
}
