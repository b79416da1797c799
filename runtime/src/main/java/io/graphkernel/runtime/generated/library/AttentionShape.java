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
 * @param isGradient whether it is the gradient, which takes the cotangent of the result after the values
 */
record AttentionShape(
        long batches, long heads, long queries, long keys, long size, long[] mask, int maskRank, boolean isGradient) {
    static final int RANK = 4;

    /** How many operands have {@link #RANK} dims: query, key, value, and the cotangent if it is the gradient. */
    static int matrices(boolean isGradient) {
        return isGradient ? 4 : 3;
    }

    /**
     * The sizes for the operands' dims.
     *
     * @param query the dims of the query
     * @param others the dims of key and value, of the cotangent if it is the gradient, and of the mask if there is one, one
     *     after the other; the mask has up to four
     * @param masked whether there is a mask
     * @throws ShapeMismatchException if they do not fit together
     */
    static AttentionShape of(String method, long[] query, long[] others, boolean masked, boolean isGradient) {
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
     * The sizes for tensors.
     *
     * @param operands query, key, value, the cotangent if it is the gradient, and the mask if there is one
     * @param scale a tensor that must be one number
     * @throws ShapeMismatchException if they do not fit together
     */
    static AttentionShape of(String method, List<Tensor> operands, Tensor scale, boolean isGradient) {
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
        return heads() * batches * resultRows() * size;
    }

    /** The rows that the result has of each head: the gradient has those of query, key and value. */
    long resultRows() {
        return isGradient ? queries + 2 * keys : queries;
    }

    boolean isMasked() {
        return mask != null;
    }

    /** The number of operands that are tensors. */
    int operands() {
        return maskSlot() + (isMasked() ? 1 : 0);
    }

    /** The slot of a call's mask, if it has one. */
    int maskSlot() {
        return isGradient ? 4 : 3;
    }

    /** The slot of a call's scale, a double: after the operands, the result and the operands' dims. */
    int scaleSlot() {
        return operands() + 1 + maskSlot() * RANK + maskRank;
    }
}
