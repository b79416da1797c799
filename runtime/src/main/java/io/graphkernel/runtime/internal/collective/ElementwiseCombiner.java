package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.internal.memory.RawElements;

/**
 * Element-wise reduction over ranks, in their order. Floats are accumulated in double and rounded once; integers are
 * accumulated in long and wrap around.
 */
public final class ElementwiseCombiner {
    /** Number of elements per step, so that the buffers of two ranks fit into the L1 cache. */
    private static final int LINE = 1024;

    private ElementwiseCombiner() {}

    /**
     * Reduces elements at the same position of every rank.
     *
     * @param sources addresses of the elements of each rank, in reduction order
     * @param targets addresses of any number of results, which may equal a source
     * @param begin index of the first element
     * @param end index after the last element
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
        // Signed integers have the order of unsigned ones whose highest bit is flipped.
        boolean flips = dtype == DType.U64 && (op == ReduceOp.MIN || op == ReduceOp.MAX);
        long flip = flips ? Long.MIN_VALUE : 0;
        long[] joint = new long[(int) Math.min(LINE, end - begin)];
        long[] next = new long[(int) Math.min(LINE, end - begin)];
        for (long element = begin; element < end; element += LINE) {
            int count = (int) Math.min(LINE, end - element);
            long offset = element * dtype.bytes();
            RawElements.read(dtype, sources[0] + offset, 1, joint, count);
            flip(joint, flip);
            for (int rank = 1; rank < sources.length; rank++) {
                RawElements.read(dtype, sources[rank] + offset, 1, next, count);
                flip(next, flip);
                fold(op, joint, next, count);
            }
            flip(joint, flip);
            RawElements.write(dtype, targets[0] + offset, joint, count);
            copyToOthers(targets, offset, (long) count * dtype.bytes());
        }
    }

    private static void flip(long[] elements, long bits) {
        for (int i = 0; i < elements.length && bits != 0; i++) {
            elements[i] ^= bits;
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
