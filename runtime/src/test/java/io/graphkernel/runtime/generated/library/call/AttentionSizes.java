package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryCall;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;

/** The sizes of an attention; an empty mask text stands for none. */
record AttentionSizes(long batches, long heads, long queries, long keys, long size, String mask) {
    long[] query() {
        return new long[] {batches, heads, queries, size};
    }

    long[] key() {
        return new long[] {batches, heads, keys, size};
    }

    boolean isMasked() {
        return !mask.isEmpty();
    }

    /** The mask has the dims of its letters, b, h, s and t, from the last axis on; 1 and - stand for themselves. */
    long[] maskDims() {
        return mask.equals("-")
                ? new long[0]
                : mask.chars().mapToLong(this::dim).toArray();
    }

    private long dim(int letter) {
        return switch (letter) {
            case 'b' -> batches;
            case 'h' -> heads;
            case 's' -> queries;
            case 't' -> keys;
            default -> 1;
        };
    }

    int maskElement(long batch, long head, long query, long key) {
        int element = 0;
        for (int letter : mask.equals("-") ? new int[0] : mask.chars().toArray()) {
            long index = switch (letter) {
                case 'b' -> batch;
                case 'h' -> head;
                case 's' -> query;
                case 't' -> key;
                default -> 0;
            };
            element = (int) (element * dim(letter) + index);
        }
        return element;
    }

    /**
     * The weights of the keys for each query, in double.
     *
     * @param operands query and key first
     * @param masked null for none
     */
    double[][] weights(List<Tensor> operands, Tensor masked, double scale) {
        double[] query = RawTensor.values(operands.get(0));
        double[] key = RawTensor.values(operands.get(1));
        double[] added = masked == null ? new double[0] : RawTensor.values(masked);
        double[][] weights = new double[(int) (batches * heads * queries)][(int) keys];
        for (int row = 0; row < weights.length; row++) {
            int head = row / (int) queries;
            for (int i = 0; i < keys; i++) {
                double score = 0;
                for (int column = 0; column < size; column++) {
                    score += query[row * (int) size + column] * key[(head * (int) keys + i) * (int) size + column];
                }
                double more = masked == null ? 0 : added[maskElement(head / heads, head % heads, row % queries, i)];
                weights[row][i] = Math.exp(score * scale + more);
            }
            double sum = Arrays.stream(weights[row]).sum();
            for (int i = 0; i < keys; i++) {
                weights[row][i] /= sum;
            }
        }
        return weights;
    }

    /** Returns the result of a call. */
    static Tensor run(LibraryCall call, CallPlace target, double scale, long[] resultDims, Tensor... operands) {
        boolean here = target.device().isHost();
        List<Tensor> there = Arrays.stream(operands)
                .map(tensor -> here ? tensor : tensor.to(target.device()))
                .toList();
        Tensor result = Tensor.empty(target.device(), call.dtype(), resultDims);
        LaunchFrame frame = LaunchFrame.current(target.device());
        int slot = 0;
        for (Tensor operand : there) {
            frame.input(slot++, operand);
        }
        frame.output(slot++, result);
        for (Tensor operand : operands) {
            for (long dim : operand.dimensions()) {
                frame.integer(slot++, dim);
            }
        }
        frame.number(slot, scale);
        call.run(frame, target.onJvm());
        Reference.reachabilityFence(there);
        return here ? result : result.to(Device.cpu());
    }
}
