package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.internal.memory.RawElements;

/** Combines elements of ranks, in their order: floats in double, rounded once; integers in long, wrapped around. */
public final class Combination {
    /** Elements that are combined at once: the lines of two ranks stay in the first-level cache. */
    private static final int LINE = 1024;

    private Combination() {}

    /**
     * Combines elements at the same place of every rank.
     *
     * @param sources the address of each rank's elements, in the order in which they are combined
     * @param targets where the result goes, any number of times; the very memory of a source is allowed
     * @param begin the first element
     * @param end the element after the last
     */
    public static void combine(ReduceOp op, DType dtype, long[] sources, long[] targets, long begin, long end) {
        if (dtype == DType.F32 && sources.length == 2) {
            FloatPairs.combine(op, sources, targets[0], begin, end);
            copyToOthers(targets, begin * Float.BYTES, (end - begin) * Float.BYTES);
        } else if (dtype.isFloat()) {
            combineFloats(op, dtype, sources, targets, begin, end);
        } else {
            combineIntegers(op, dtype, sources, targets, begin, end);
        }
    }

    private static void combineFloats(ReduceOp op, DType dtype, long[] sources, long[] targets, long begin, long end) {
        double[] joint = new double[(int) Math.min(LINE, end - begin)];
        double[] next = new double[(int) Math.min(LINE, end - begin)];
        for (long element = begin; element < end; element += LINE) {
            int count = (int) Math.min(LINE, end - element);
            long offset = element * dtype.bytes();
            RawElements.read(dtype, sources[0] + offset, 1, joint, count);
            for (int rank = 1; rank < sources.length; rank++) {
                RawElements.read(dtype, sources[rank] + offset, 1, next, count);
                fold(op, joint, next, count);
            }
            RawElements.write(dtype, targets[0] + offset, joint, count);
            copyToOthers(targets, offset, (long) count * dtype.bytes());
        }
    }

    private static void combineIntegers(
            ReduceOp op, DType dtype, long[] sources, long[] targets, long begin, long end) {
        long[] joint = new long[(int) Math.min(LINE, end - begin)];
        long[] next = new long[(int) Math.min(LINE, end - begin)];
        for (long element = begin; element < end; element += LINE) {
            int count = (int) Math.min(LINE, end - element);
            long offset = element * dtype.bytes();
            RawElements.read(dtype, sources[0] + offset, 1, joint, count);
            for (int rank = 1; rank < sources.length; rank++) {
                RawElements.read(dtype, sources[rank] + offset, 1, next, count);
                fold(op, joint, next, count);
            }
            RawElements.write(dtype, targets[0] + offset, joint, count);
            copyToOthers(targets, offset, (long) count * dtype.bytes());
        }
    }

    private static void copyToOthers(long[] targets, long offset, long bytes) {
        for (int rank = 1; rank < targets.length; rank++) {
            RawElements.copy(targets[0] + offset, targets[rank] + offset, bytes);
        }
    }

    private static void fold(ReduceOp op, double[] joint, double[] next, int count) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < count; i++) {
                    joint[i] += next[i];
                }
            }
            case PROD -> {
                for (int i = 0; i < count; i++) {
                    joint[i] *= next[i];
                }
            }
            case MIN -> {
                for (int i = 0; i < count; i++) {
                    joint[i] = Math.min(joint[i], next[i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < count; i++) {
                    joint[i] = Math.max(joint[i], next[i]);
                }
            }
        }
    }

    private static void fold(ReduceOp op, long[] joint, long[] next, int count) {
        switch (op) {
            case SUM -> {
                for (int i = 0; i < count; i++) {
                    joint[i] += next[i];
                }
            }
            case PROD -> {
                for (int i = 0; i < count; i++) {
                    joint[i] *= next[i];
                }
            }
            case MIN -> {
                for (int i = 0; i < count; i++) {
                    joint[i] = Math.min(joint[i], next[i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < count; i++) {
                    joint[i] = Math.max(joint[i], next[i]);
                }
            }
        }
    }
}
