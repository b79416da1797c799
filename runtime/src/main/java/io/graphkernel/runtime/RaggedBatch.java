package io.graphkernel.runtime;

import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Layout of a batch of sequences of different lengths without padding: the sequences follow each other along one axis,
 * whose size is the sum of their lengths. Kernels may take it as a parameter: a row-local op or a matmul computes such an
 * axis like any other, and attention and pooling read the tensors of this record.
 *
 * <pre>{@code
 * RaggedBatch batch = RaggedBatch.of(ids);
 * Tensor embeddings = EncoderKernels.encode(model, RaggedBatch.concatenate(ids), batch); // [batch.count(), d]
 * }</pre>
 *
 * @param offsets positions of the first elements of the sequences, and the sum of all lengths: one more than there are
 *     sequences
 * @param segments index of the sequence of each element
 * @param positions position of each element in its sequence
 */
public record RaggedBatch(
        @TensorType("i32[m]") Tensor offsets,
        @TensorType("i32[t]") Tensor segments,
        @TensorType("i32[t]") Tensor positions)
        implements AutoCloseable {

    /**
     * Returns the layout of sequences.
     *
     * @param sequences elements of each sequence, such as tokens; a sequence may be empty
     * @return new tensors on the host
     * @throws InvalidArgumentException if there are too many elements
     */
    public static RaggedBatch of(int[]... sequences) {
        return ofLengths(
                Stream.of(sequences).mapToInt(sequence -> sequence.length).toArray());
    }

    /**
     * Returns the layout of sequences of given lengths.
     *
     * @param lengths number of elements of each sequence; 0 for an empty one
     * @return new tensors on the host
     * @throws InvalidArgumentException if a length is negative, or there are too many elements
     */
    public static RaggedBatch ofLengths(int... lengths) {
        int[] offsets = new int[lengths.length + 1];
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] < 0) {
                throw new InvalidArgumentException(
                        RuntimeProblem.RAGGED_LENGTHS, "sequence " + i + " has the length " + lengths[i]);
            }
            long end = (long) offsets[i] + lengths[i];
            if (end > Integer.MAX_VALUE) {
                throw new InvalidArgumentException(
                        RuntimeProblem.RAGGED_LENGTHS, "the first " + (i + 1) + " sequences have " + end + " elements");
            }
            offsets[i + 1] = (int) end;
        }
        int total = offsets[lengths.length];
        int[] segments = new int[total];
        int[] positions = new int[total];
        for (int i = 0; i < lengths.length; i++) {
            Arrays.fill(segments, offsets[i], offsets[i + 1], i);
            for (int at = offsets[i]; at < offsets[i + 1]; at++) {
                positions[at] = at - offsets[i];
            }
        }
        return new RaggedBatch(
                Tensor.of(offsets, offsets.length), Tensor.of(segments, total), Tensor.of(positions, total));
    }

    /**
     * Returns the elements of all sequences.
     *
     * @param sequences elements of each sequence
     * @return new i32 tensor on the host, with one axis
     */
    public static Tensor concatenate(int[]... sequences) {
        int[] elements = Stream.of(sequences).flatMapToInt(Arrays::stream).toArray();
        return Tensor.of(elements, elements.length);
    }

    /**
     * Returns the rows of all sequences.
     *
     * @param width number of elements per row, at least 1
     * @param sequences rows of each sequence in row-major order
     * @return new f32 tensor on the host, [rows, width]
     * @throws InvalidArgumentException if a sequence does not consist of rows, or there are too many elements
     */
    public static Tensor concatenate(int width, float[]... sequences) {
        long total = 0;
        for (int i = 0; i < sequences.length; i++) {
            total += sequences[i].length;
            if (width < 1 || sequences[i].length % width != 0 || total > Integer.MAX_VALUE) {
                throw new InvalidArgumentException(
                        RuntimeProblem.RAGGED_LENGTHS,
                        "sequence " + i + " has " + sequences[i].length + " elements, and a row " + width);
            }
        }
        float[] elements = new float[(int) total];
        int at = 0;
        for (float[] sequence : sequences) {
            System.arraycopy(sequence, 0, elements, at, sequence.length);
            at += sequence.length;
        }
        return Tensor.of(elements, total / width, width);
    }

    /** Returns the number of sequences. */
    public int count() {
        return Math.toIntExact(offsets.elementCount() - 1);
    }

    /**
     * Returns the sequences of a result.
     *
     * @param values tensor whose first axis is that of this batch
     * @return a view per sequence
     * @throws ShapeMismatchException if the first axis has fewer elements
     */
    public List<Tensor> split(Tensor values) {
        int[] bounds = offsets.toIntArray();
        List<Tensor> sequences = new ArrayList<>();
        for (int i = 1; i < bounds.length; i++) {
            sequences.add(values.slice(bounds[i - 1], bounds[i]));
        }
        return sequences;
    }

    /** Closes the tensors. */
    @Override
    public void close() {
        offsets.close();
        segments.close();
        positions.close();
    }
}
