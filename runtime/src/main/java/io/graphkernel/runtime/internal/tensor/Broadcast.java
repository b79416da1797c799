package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * NumPy broadcasting of row-major operands, reusable without allocation: the dims of the result, and the minimal loop
 * nest over all operands.
 *
 * <p>The loops are the dims of the result without those of size 1, where adjacent ones are merged if every operand
 * allows it. In the innermost loop, each operand has stride 1 or 0.
 */
public final class Broadcast {
    /** Maximum number of parameters of a Java method. */
    static final int MAX_OPERANDS = 255;

    /** Number of elements of an operand that is not known. */
    private static final long UNKNOWN = -1;

    private final long[][] operands = new long[MAX_OPERANDS][];

    /** Number of elements of the first operand, or {@link #UNKNOWN}. */
    private long firstElements;

    /** Dims of the result, unless the operands have equal dims. */
    private final long[] mixed;

    /** Dims of the result: {@link #mixed}, or those of the first operand. */
    private long[] dims;

    private int rank;
    private int count;
    private long elements;
    private boolean uniform;

    /** Loops from the innermost outwards. */
    private final long[] loops;

    /** Number of elements of each operand inside the axes processed so far. */
    private final long[] extents = new long[MAX_OPERANDS];

    /** Strides by operand, then by loop; allocated when an operand is first set. */
    private final long[][] strides = new long[MAX_OPERANDS][];

    private int loopCount;

    /**
     * Creates a broadcast of operands up to a maximum rank.
     *
     * @param maximumRank rank above which {@link #operand} rejects dims
     */
    public Broadcast(int maximumRank) {
        mixed = new long[maximumRank];
        dims = mixed;
        loops = new long[maximumRank];
    }

    /**
     * Sets the dims of an operand; the array is retained, not copied.
     *
     * @throws ShapeMismatchException if the rank is too large
     */
    public void operand(int index, long[] operandDims) {
        operand(index, operandDims, UNKNOWN);
    }

    /** Sets the dims of a tensor as those of an operand. */
    public void operand(int index, AbstractTensor tensor) {
        operand(index, tensor.dims, tensor.elements);
    }

    private void operand(int index, long[] operandDims, long operandElements) {
        if (operandDims.length > mixed.length) {
            throw new ShapeMismatchException(RuntimeProblem.INVALID_SHAPE, Arrays.toString(operandDims));
        }
        operands[index] = operandDims;
        if (index == 0) {
            firstElements = operandElements;
        }
        if (strides[index] == null) {
            strides[index] = new long[mixed.length];
        }
    }

    /**
     * Computes the dims of the result of the first {@code operandCount} operands.
     *
     * @param names names of the parameters for messages
     */
    public void resolve(String method, String[] names, int operandCount) {
        count = operandCount;
        long[] first = operands[0];
        uniform = true;
        for (int i = 1; i < operandCount && uniform; i++) {
            uniform = Shapes.areEqual(first, operands[i]);
        }
        if (uniform) {
            dims = first;
            rank = first.length;
        } else {
            dims = mixed;
            resolveMixed(method, names);
        }
        elements = uniform && firstElements != UNKNOWN ? firstElements : Shapes.elementCount(dims, rank);
    }

    private void resolveMixed(String method, String[] names) {
        rank = 0;
        for (int i = 0; i < count; i++) {
            rank = Math.max(rank, operands[i].length);
        }
        Arrays.fill(dims, 0, rank, 1);
        for (int i = 0; i < count; i++) {
            int offset = rank - operands[i].length;
            for (int axis = offset; axis < rank; axis++) {
                long dim = operands[i][axis - offset];
                if (dims[axis] == 1) {
                    dims[axis] = dim;
                } else if (dim != 1 && dim != dims[axis]) {
                    throw mismatch(method, names, i, axis);
                }
            }
        }
    }

    private ShapeMismatchException mismatch(String method, String[] names, int operand, int axis) {
        int other = 0;
        while (dimension(other, axis) == 1) {
            other++;
        }
        return new ShapeMismatchException(
                RuntimeProblem.BROADCAST_MISMATCH,
                method,
                names[other],
                Arrays.toString(operands[other]),
                names[operand],
                Arrays.toString(operands[operand]),
                dimension(other, axis),
                dimension(operand, axis));
    }

    /** Returns the size of an operand at an axis of the result; 1 if it has no such axis. */
    private long dimension(int operand, int axis) {
        int own = axis - (rank - operands[operand].length);
        return own < 0 ? 1 : operands[operand][own];
    }

    /** Computes the loops; the dims must be resolved. */
    public void collapse() {
        loopCount = 0;
        if (uniform || elements == 0) {
            addLoop(elements, elements == 1 ? 0 : 1);
            return;
        }
        Arrays.fill(extents, 0, count, 1);
        for (int axis = rank - 1; axis >= 0; axis--) {
            long dim = dims[axis];
            if (dim != 1) {
                addAxis(axis, dim);
            }
        }
        if (loopCount == 0) {
            addLoop(1, 0);
        }
    }

    private void addLoop(long size, long stride) {
        loops[loopCount] = size;
        for (int i = 0; i < count; i++) {
            strides[i][loopCount] = stride;
        }
        loopCount++;
    }

    /** Adds a loop around the existing ones, or extends the outermost if every operand is contiguous there. */
    private void addAxis(int axis, long dim) {
        int loop = loopCount;
        boolean continues = loop > 0;
        for (int i = 0; i < count; i++) {
            long[] own = operands[i];
            int ownAxis = axis - rank + own.length;
            long stride = 0;
            if (ownAxis >= 0 && own[ownAxis] != 1) {
                stride = extents[i];
                extents[i] *= dim;
            }
            strides[i][loop] = stride;
            continues = continues && stride == strides[i][loop - 1] * loops[loop - 1];
        }
        if (continues) {
            loops[loop - 1] *= dim;
        } else {
            loops[loop] = dim;
            loopCount = loop + 1;
        }
    }

    /** Returns the dims of the result: those of an operand if all are equal, which must not be modified. */
    public long[] dimensions() {
        return uniform ? dims : Arrays.copyOf(dims, rank);
    }

    /** Returns true if the dims of the result are equal to others. */
    public boolean matches(long[] other) {
        return uniform ? Shapes.areEqual(dims, other) : Arrays.equals(dims, 0, rank, other, 0, other.length);
    }

    public long elements() {
        return elements;
    }

    /**
     * Computes the loops and writes them into slots, in the format of {@code LaunchFrame.bindBroadcast}; returns the
     * rows.
     */
    public long bind(ByteBuffer slots, int slot, int inputCount) {
        if (uniform && elements > 1) {
            bindFlat(slots, slot, inputCount, elements);
            return 1;
        }
        collapse();
        int outerRank = outerRank();
        long rows = rows();
        put(slots, slot, outerRank);
        put(slots, slot + KernelAbi.BROADCAST_INNER_SLOT, innerSize());
        put(slots, slot + KernelAbi.BROADCAST_ROWS_SLOT, rows);
        for (int loop = 0; loop < outerRank; loop++) {
            put(slots, slot + KernelAbi.BROADCAST_DIMS_SLOT + loop, outerDimension(loop));
        }
        int next = slot + KernelAbi.BROADCAST_HEAD_SLOTS;
        for (int input = 0; input < inputCount; input++) {
            put(slots, next, innerStride(input));
            for (int loop = 0; loop < outerRank; loop++) {
                put(slots, next + 1 + loop, outerStride(input, loop));
            }
            next += KernelAbi.BROADCAST_OPERAND_SLOTS;
        }
        return rows;
    }

    /** Writes a single loop over vectors of equal length into slots. */
    public static void bindFlat(ByteBuffer slots, int slot, int inputCount, long elements) {
        put(slots, slot, 0);
        put(slots, slot + KernelAbi.BROADCAST_INNER_SLOT, elements);
        put(slots, slot + KernelAbi.BROADCAST_ROWS_SLOT, 1);
        int next = slot + KernelAbi.BROADCAST_HEAD_SLOTS;
        for (int input = 0; input < inputCount; input++) {
            put(slots, next, 1);
            next += KernelAbi.BROADCAST_OPERAND_SLOTS;
        }
    }

    private static void put(ByteBuffer slots, int slot, long value) {
        slots.putLong(slot << 3, value);
    }

    /** Returns the number of loops around the innermost. */
    public int outerRank() {
        return loopCount - 1;
    }

    /** Returns the size of an outer loop; 0 is the outermost. */
    public long outerDimension(int loop) {
        return loops[loopCount - 1 - loop];
    }

    public long innerSize() {
        return loops[0];
    }

    /** Returns the product of the outer loops; 0 for an empty tensor. */
    public long rows() {
        return elements == 0 ? 0 : elements / loops[0];
    }

    public long innerStride(int operand) {
        return strides[operand][0];
    }

    /** Returns an operand's stride in an outer loop; 0 is the outermost. */
    public long outerStride(int operand, int loop) {
        return strides[operand][loopCount - 1 - loop];
    }
}
