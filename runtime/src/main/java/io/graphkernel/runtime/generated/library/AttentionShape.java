package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sizes of one attention over queries {@code [batches, heads, queries, size]}, keys and values
 * {@code [batches, heads, keys, size]}.
 *
 * @param batches how many batches there are
 * @param heads the heads of a batch
 * @param queries the rows of a query
 * @param keys the rows of a key and of a value
 * @param size the columns of all of them
 * @param mask the strides of the mask in elements, from batch to batch, head, query and key, 0 where it is repeated; null
 *     if there is none
 * @param maskRank the number of its dims; 0 if there is none
 */
record AttentionShape(long batches, long heads, long queries, long keys, long size, long[] mask, int maskRank) {
    static final int RANK = 4;

    /**
     * The sizes for the operands' dims.
     *
     * @param query the dims of the query
     * @param others the dims of key and value, and of the mask if there is one, one after the other; the mask has up to four
     * @param masked whether there is a mask
     * @throws ShapeMismatchException if they do not fit together
     */
    static AttentionShape of(String method, long[] query, long[] others, boolean masked) {
        long[] key = Arrays.copyOfRange(others, 0, RANK);
        long[] value = Arrays.copyOfRange(others, RANK, 2 * RANK);
        boolean fits = key[0] == query[0] && key[1] == query[1] && key[3] == query[3] && Arrays.equals(key, value);
        long[] strides = null;
        if (fits && masked) {
            long[] mask = Arrays.copyOfRange(others, 2 * RANK, others.length);
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
        return new AttentionShape(query[0], query[1], query[2], key[2], query[3], strides, others.length - 2 * RANK);
    }

    /**
     * The sizes for tensors.
     *
     * @param operands query, key, value, and the mask if there is one
     * @param scale a tensor that must be one number
     * @throws ShapeMismatchException if they do not fit together
     */
    static AttentionShape of(String method, List<Tensor> operands, Tensor scale) {
        List<long[]> dims = operands.stream().map(Tensor::dimensions).toList();
        if (scale.rank() != 0
                || dims.stream().limit(3).anyMatch(shape -> shape.length != RANK)
                || dims.get(dims.size() - 1).length > RANK) {
            String others = dims.stream().skip(1).map(Arrays::toString).collect(Collectors.joining(", "));
            throw misfit(method, dims.get(0), others + ", scale " + Arrays.toString(scale.dimensions()));
        }
        return of(
                method,
                dims.get(0),
                dims.stream().skip(1).flatMapToLong(Arrays::stream).toArray(),
                operands.size() > 3);
    }

    private static ShapeMismatchException misfit(String method, long[] query, String others) {
        return new ShapeMismatchException(RuntimeProblem.ATTENTION_SHAPES, method, Arrays.toString(query), others);
    }

    /** The dims of key, value and mask as text. */
    private static String text(long[] dims) {
        StringBuilder text = new StringBuilder();
        for (int first = 0; first < dims.length; first += RANK) {
            long[] operand = Arrays.copyOfRange(dims, first, Math.min(first + RANK, dims.length));
            text.append(first == 0 ? "" : ", ").append(Arrays.toString(operand));
        }
        return text.toString();
    }

    /** The number of elements of the result. */
    long elementCount() {
        return batches * heads * queries * size;
    }

    boolean isMasked() {
        return mask != null;
    }

    /** The number of operands that are tensors. */
    int operands() {
        return isMasked() ? 4 : 3;
    }

    /** The slot of a call's scale, a double: after the operands, the result and the operands' dims. */
    int scaleSlot() {
        return operands() + 1 + 3 * RANK + maskRank;
    }
}
