package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.ErrorFunction;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.PostOp;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.List;

/** Post-ops in plain Java on consecutive result elements, in double or, for integers, in long. */
final class JavaEpilogue {
    private static final double ROOT_TWO_OVER_PI = Math.sqrt(2 / Math.PI);
    private static final double ROOT_HALF = Math.sqrt(0.5);

    private final List<PostOp> operations;
    private final DType dtype;
    private final double[] doubles;
    private final long[] longs;

    /**
     * Creates an instance for one thread.
     *
     * @param operations post-ops in order
     * @param dtype dtype of the operands
     * @param capacity maximum number of elements
     */
    JavaEpilogue(List<PostOp> operations, DType dtype, int capacity) {
        this.operations = operations;
        this.dtype = dtype;
        this.doubles = new double[capacity];
        this.longs = new long[capacity];
    }

    /**
     * Applies the post-ops to consecutive elements of the result.
     *
     * @param line the elements
     * @param count number of elements
     * @param operands address of the slots of the post-ops' operands
     * @param element index of the first element in the result
     * @param channel column of the first element of a matmul, or its output channel in a convolution
     * @param channelStride 1 if consecutive elements belong to consecutive channels, 0 if to the same channel
     */
    void apply(double[] line, int count, long operands, long element, long channel, int channelStride) {
        long slot = operands;
        for (PostOp operation : operations) {
            if (operation.hasOperand()) {
                boolean perChannel = operation.isPerChannel();
                long address = Memory.getLong(slot) + (perChannel ? channel : element) * dtype.bytes();
                RawElements.read(dtype, address, perChannel ? channelStride : 1, doubles, count);
                slot += Long.BYTES;
            }
            for (int i = 0; i < count; i++) {
                line[i] = value(operation, line[i], doubles[i]);
            }
        }
    }

    /** Applies the post-ops like the overload for doubles; sums and products wrap around. */
    void apply(long[] line, int count, long operands, long element, long channel, int channelStride) {
        long slot = operands;
        for (PostOp operation : operations) {
            if (operation.hasOperand()) {
                boolean perChannel = operation.isPerChannel();
                long address = Memory.getLong(slot) + (perChannel ? channel : element) * dtype.bytes();
                RawElements.read(dtype, address, perChannel ? channelStride : 1, longs, count);
                slot += Long.BYTES;
            }
            for (int i = 0; i < count; i++) {
                line[i] = value(operation, line[i], longs[i]);
            }
        }
    }

    private static double value(PostOp operation, double x, double operand) {
        return switch (operation) {
            case BIAS, ADD, ACCUMULATE -> x + operand;
            case MUL, SCALE -> x * operand;
            // The comparison propagates NaN.
            case RELU -> x < 0 ? 0 : x;
            case GELU_TANH -> x / (1 + Math.exp(-2 * ROOT_TWO_OVER_PI * (x + 0.044715 * x * x * x)));
            case GELU_ERF -> 0.5 * x * ErrorFunction.erfc(-ROOT_HALF * x);
            case FAST_GELU -> x / (1 + Math.exp(-PostOp.FAST_GELU_SLOPE * x));
            case SILU -> x / (1 + Math.exp(-x));
            case SIGMOID -> 1 / (1 + Math.exp(-x));
            case TANH -> Math.tanh(x);
        };
    }

    private static long value(PostOp operation, long x, long operand) {
        return switch (operation) {
            case BIAS, ADD, ACCUMULATE -> x + operand;
            case MUL, SCALE -> x * operand;
            case RELU -> Math.max(x, 0);
            default -> throw new IllegalArgumentException(operation + " of integers");
        };
    }
}
