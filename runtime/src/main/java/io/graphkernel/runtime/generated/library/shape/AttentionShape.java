package io.graphkernel.runtime.generated.library.shape;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sizes of attention over queries {@code [batches, heads, queries, size]}, keys and values
 * {@code [batches, heads, keys, size]}.
 *
 * @param batches number of batches
 * @param heads number of heads per batch
 * @param queries number of rows of a query matrix
 * @param keys number of rows of a key or value matrix
 * @param size number of columns of every matrix
 * @param mask strides of the mask along batch, head, query and key in elements, 0 if broadcast; null without a mask
 * @param maskRank number of dims of the mask; 0 without a mask
 * @param isGradient true for the gradient, whose fourth operand is the cotangent of the result
 */
public record AttentionShape(
        long batches, long heads, long queries, long keys, long size, long[] mask, int maskRank, boolean isGradient) {
    public static final int RANK = 4;

    /**
     * Returns the number of operands with {@link #RANK} dims: query, key, value, and the cotangent for the gradient.
     */
    public static int matrices(boolean isGradient) {
        return isGradient ? 4 : 3;
    }

    /**
     * Returns the sizes for the operands' dims.
     *
     * @param query dims of the query
     * @param others concatenated dims of key, value, the cotangent of a gradient and the mask, if any; the mask has up
     *     to four
     * @param masked true if there is a mask
     * @throws ShapeMismatchException if the dims are inconsistent
     */
    public static AttentionShape of(String method, long[] query, long[] others, boolean masked, boolean isGradient) {
        int matrices = matrices(isGradient) - 1;
        long[] key = Arrays.copyOfRange(others, 0, RANK);
        long[] value = Arrays.copyOfRange(others, RANK, 2 * RANK);
        long[] last = Arrays.copyOfRange(others, (matrices - 1) * RANK, matrices * RANK);
        boolean fits = key[0] == query[0] && key[1] == query[1] && key[3] == query[3] && Arrays.equals(key, value);
        fits &= !isGradient || Arrays.equals(last, query);
        long[] strides = null;
        if (fits && masked) {
            long[] mask = Arrays.copyOfRange(others, matrices * RANK, others.length);
            long[] scores = {query[0], query[1], query[2], key[2]};
            int missing = RANK - mask.length;
            strides = new long[RANK];
            long stride = 1;
            for (int axis = mask.length - 1; axis >= 0; axis--) {
                fits &= mask[axis] == scores[axis + missing] || mask[axis] == 1;
                strides[axis + missing] = mask[axis] == 1 ? 0 : stride;
                stride *= mask[axis];
            }
        }
        if (!fits) {
            throw misfit(method, query, text(others));
        }
        int maskRank = others.length - matrices * RANK;
        return new AttentionShape(query[0], query[1], query[2], key[2], query[3], strides, maskRank, isGradient);
    }

    /**
     * Returns the sizes for tensors.
     *
     * @param operands query, key, value, the cotangent of a gradient, and the mask, if any
     * @param scale tensor with a single element
     * @throws ShapeMismatchException if the dims are inconsistent
     */
    public static AttentionShape of(String method, List<Tensor> operands, Tensor scale, boolean isGradient) {
        List<long[]> dims = operands.stream().map(Tensor::dimensions).toList();
        int matrices = matrices(isGradient);
        if (scale.rank() != 0
                || dims.stream().limit(matrices).anyMatch(shape -> shape.length != RANK)
                || dims.get(dims.size() - 1).length > RANK) {
            String others = dims.stream().skip(1).map(Arrays::toString).collect(Collectors.joining(", "));
            throw misfit(method, dims.get(0), others + ", scale " + Arrays.toString(scale.dimensions()));
        }
        return of(
                method,
                dims.get(0),
                dims.stream().skip(1).flatMapToLong(Arrays::stream).toArray(),
                operands.size() > matrices,
                isGradient);
    }

    private static ShapeMismatchException misfit(String method, long[] query, String others) {
        return new ShapeMismatchException(RuntimeProblem.ATTENTION_SHAPES, method, Arrays.toString(query), others);
    }

    /** Formats the dims of key, value and mask. */
    private static String text(long[] dims) {
        StringBuilder text = new StringBuilder();
        for (int first = 0; first < dims.length; first += RANK) {
            long[] operand = Arrays.copyOfRange(dims, first, Math.min(first + RANK, dims.length));
            text.append(first == 0 ? "" : ", ").append(Arrays.toString(operand));
        }
        return text.toString();
    }

    /** Returns the number of elements of the result. */
    public long elementCount() {
        return heads() * batches * resultRows() * size;
    }

    /** Returns the number of result rows per head; the gradient has the rows of query, key and value. */
    public long resultRows() {
        return isGradient ? queries + 2 * keys : queries;
    }

    public boolean isMasked() {
        return mask != null;
    }

    /** Returns the number of tensor operands. */
    public int operands() {
        return maskSlot() + (isMasked() ? 1 : 0);
    }

    /** Returns the slot of the mask of a call that has one. */
    public int maskSlot() {
        return isGradient ? 4 : 3;
    }

    /** Returns the slot of the scale, a double, after the operands, the result and the operands' dims. */
    public int scaleSlot() {
        return operands() + 1 + maskSlot() * RANK + maskRank;
    }
}
