package io.graphkernel.generation.tokenizer;

import java.util.Arrays;
import java.util.List;

/**
 * Removal of a stop sequence from a stream of tokens or characters. Values that may be the beginning of a stop sequence are
 * retained until the next ones decide it.
 */
final class StopFilter {

    private final List<int[]> sequences;
    private int[] pending = new int[0];
    private boolean isStopped;

    StopFilter(List<int[]> sequences) {
        this.sequences =
                sequences.stream().filter(sequence -> sequence.length > 0).toList();
    }

    /** Returns true if the stream has had a stop sequence. */
    boolean isStopped() {
        return isStopped;
    }

    /** Appends values, and returns those that are not part of a stop sequence. */
    int[] append(int... values) {
        int size = pending.length;
        pending = Arrays.copyOf(pending, size + values.length);
        for (int value : values) {
            pending[size++] = value;
            int matched = matched(size);
            if (matched > 0) {
                isStopped = true;
                return release(size - matched, size);
            }
        }
        int retained = 0;
        for (int[] sequence : sequences) {
            for (int length = Math.min(sequence.length - 1, size); length > retained; length--) {
                if (endsWith(size, sequence, length)) {
                    retained = length;
                }
            }
        }
        return release(size - retained, size - retained);
    }

    /** Returns the retained values at the end of the stream. */
    int[] finish() {
        return release(pending.length, pending.length);
    }

    /** Returns the first values, and removes others from the pending ones. */
    private int[] release(int count, int removed) {
        int[] released = Arrays.copyOf(pending, count);
        pending = isStopped ? new int[0] : Arrays.copyOfRange(pending, removed, pending.length);
        return released;
    }

    /** Returns the length of the longest stop sequence at the end of some pending values; 0 if there is none. */
    private int matched(int size) {
        int longest = 0;
        for (int[] sequence : sequences) {
            if (sequence.length > longest && sequence.length <= size && endsWith(size, sequence, sequence.length)) {
                longest = sequence.length;
            }
        }
        return longest;
    }

    private boolean endsWith(int size, int[] sequence, int length) {
        return Arrays.equals(pending, size - length, size, sequence, 0, length);
    }
}
