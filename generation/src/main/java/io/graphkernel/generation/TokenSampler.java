package io.graphkernel.generation;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Selection of the next tokens of sequences by their settings, in one batch. */
final class TokenSampler {

    /** A probability that top-p never reaches. */
    private static final float NO_LIMIT = 2;

    /**
     * Returns the next token of each sequence.
     *
     * @param sampled sequences with logits
     * @param logits f32 [b, v], the logits of consecutive rows
     * @param first first row of the logits
     */
    int[] sample(List<Sequence> sampled, Tensor logits, int first) {
        int rows = Math.toIntExact(logits.dimension(0));
        Sequence[] sequences = new Sequence[rows];
        sampled.forEach(sequence -> sequences[sequence.row() - first] = sequence);
        long[] tokens = tokens(sequences, penalized(sequences, logits)).toLongArray();
        return sampled.stream()
                .mapToInt(sequence -> Math.toIntExact(tokens[sequence.row() - first]))
                .toArray();
    }

    private static Tensor penalized(Sequence[] sequences, Tensor logits) {
        int longest = 0;
        for (Sequence sequence : sequences) {
            if (sequence != null && sequence.request().repetitionPenalty() > 1) {
                longest = Math.max(longest, sequence.length());
            }
        }
        if (longest == 0) {
            return logits;
        }
        long[] tokens = new long[sequences.length * longest];
        for (int row = 0; row < sequences.length; row++) {
            for (int i = 0; sequences[row] != null && i < longest; i++) {
                // The last token fills shorter rows.
                tokens[row * longest + i] = sequences[row].token(Math.min(i, sequences[row].length() - 1));
            }
        }
        Device device = logits.device();
        Tensor penalties =
                floats(device, sequences, 1, sequence -> sequence.request().repetitionPenalty());
        return SamplingKernels.repetitionPenalty(
                logits,
                on(device, Tensor.of(tokens, sequences.length, longest)),
                penalties.reshape(sequences.length, 1));
    }

    private static Tensor tokens(Sequence[] sequences, Tensor logits) {
        boolean samples = false;
        boolean filters = false;
        for (Sequence sequence : sequences) {
            boolean isSampled = sequence != null && sequence.request().temperature() > 0;
            samples |= isSampled;
            filters |= isSampled && sequence.request().hasFilters();
        }
        if (!samples) {
            return SamplingKernels.greedy(logits);
        }
        Device device = logits.device();
        Tensor temperatures =
                floats(device, sequences, 0, sequence -> sequence.request().temperature());
        Tensor seeds = longs(device, sequences, sequence -> sequence.request().seed());
        Tensor steps =
                longs(device, sequences, sequence -> sequence.generation().count());
        if (!filters) {
            return SamplingKernels.sampleScaled(logits, temperatures, seeds, steps);
        }
        long vocabulary = logits.dimension(1);
        return SamplingKernels.sampleFiltered(
                logits,
                temperatures,
                longs(
                        device,
                        sequences,
                        sequence -> sequence.request().topK() == 0
                                ? vocabulary
                                : sequence.request().topK()),
                floats(
                        device,
                        sequences,
                        NO_LIMIT,
                        sequence -> sequence.request().topP() >= 1
                                ? NO_LIMIT
                                : sequence.request().topP()),
                floats(device, sequences, 0, sequence -> sequence.request().minP()),
                seeds,
                steps);
    }

    private static Tensor floats(Device device, Sequence[] sequences, float none, ToDoubleFunction<Sequence> setting) {
        float[] values = new float[sequences.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = sequences[i] == null ? none : (float) setting.applyAsDouble(sequences[i]);
        }
        return on(device, Tensor.of(values, values.length));
    }

    private static Tensor longs(Device device, Sequence[] sequences, ToLongFunction<Sequence> setting) {
        long[] values = new long[sequences.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = sequences[i] == null ? 0 : setting.applyAsLong(sequences[i]);
        }
        return on(device, Tensor.of(values, values.length));
    }

    /** Returns a tensor of the host on the device of the logits. */
    private static Tensor on(Device device, Tensor tensor) {
        return tensor.device().equals(device) ? tensor : tensor.to(device);
    }
}
