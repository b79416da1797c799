package io.graphkernel.training;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.CompletionListener;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.training.Buckets.Bucket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Gradients that are summed over the ranks of a group, bucket by bucket. A bucket begins when the last of its tensors is
 * complete, while the backward pass computes the others; what an engine does meanwhile is its own affair.
 *
 * <pre>{@code
 * try (RankGradients.Pass pass = gradients.begin()) {
 *     loss = GptKernels.gradients(model, buckets.model(), tokens, targets);
 *     pass.finish();
 * }
 * }</pre>
 *
 * <p>The tensors are on the host. One thread at a time uses an object.
 */
public final class RankGradients implements AutoCloseable {

    private final List<Bucket> buckets;
    private final List<Communicator> ranks;
    /** This rank's part of each bucket; empty if it has all of them. */
    private final List<Tensor> parts;
    /** The number of the bucket of each tensor. */
    private final Map<Tensor, Integer> numbers = new IdentityHashMap<>();

    private RankGradients(Buckets<?> gradients, Function<Object, Communicator> ranks, boolean inParts) {
        this.buckets = gradients.buckets();
        this.ranks = buckets.stream().map(bucket -> ranks.apply(bucket.kind())).toList();
        List<Tensor> made = new ArrayList<>();
        for (int i = 0; i < buckets.size(); i++) {
            Bucket bucket = buckets.get(i);
            requireOnHost(bucket.elements());
            for (Tensor tensor : bucket.tensors()) {
                numbers.put(tensor, i);
            }
            if (inParts) {
                made.add(Tensor.zeros(partLength(i)));
            }
        }
        this.parts = List.copyOf(made);
    }

    /**
     * All gradients on every rank.
     *
     * @param gradients to these a kernel writes; they are replaced by the sums
     * @param ranks the communicator for the buckets of a kind
     * @throws InvalidArgumentException if they are not on the host
     */
    public static RankGradients summed(Buckets<?> gradients, Function<Object, Communicator> ranks) {
        return new RankGradients(gradients, ranks, false);
    }

    /**
     * On each rank its part of each bucket.
     *
     * @param gradients to these a kernel writes, and they stay
     * @param ranks the communicator for the buckets of a kind
     * @throws InvalidArgumentException if they are not on the host, or not made for as many ranks
     */
    public static RankGradients scattered(Buckets<?> gradients, Function<Object, Communicator> ranks) {
        return new RankGradients(gradients, ranks, true);
    }

    private static void requireOnHost(Tensor elements) {
        if (!elements.device().isHost()) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    "the device of gradients that ranks sum",
                    elements.device(),
                    "ranks sum memory of the host",
                    "compute gradients on " + Device.cpu());
        }
    }

    /** The buckets of the gradients. */
    List<Bucket> buckets() {
        return buckets;
    }

    /** The ranks that sum a bucket. */
    Communicator ranks(int bucket) {
        return ranks.get(bucket);
    }

    /** How many elements of a bucket are this rank's, if each has a part. */
    long partLength(int bucket) {
        return buckets.get(bucket).elements().elementCount() / ranks.get(bucket).size();
    }

    /** This rank's part of the sums of each bucket, f32 [n]. */
    List<Tensor> parts() {
        return parts;
    }

    /**
     * Begins a backward pass of the calling thread, which calls one kernel method that completes the gradients. All ranks
     * do.
     */
    public Pass begin() {
        return new Pass();
    }

    /** Closes the parts. Closing twice is allowed. */
    @Override
    public void close() {
        parts.forEach(Tensor::close);
    }

    /** A backward pass. */
    public final class Pass implements CompletionListener, AutoCloseable {
        private final List<Communicator.Collective> begun = new ArrayList<>();
        private final int[] missing =
                buckets.stream().mapToInt(bucket -> bucket.tensors().size()).toArray();
        private final Binding binding = bind();
        private int awaited;

        private Pass() {}

        @Override
        public void completed(Tensor tensor) {
            Integer number = numbers.get(tensor);
            if (number != null) {
                missing[number]--;
                // All ranks begin them in the same order, whatever is complete first.
                while (begun.size() < buckets.size() && missing[begun.size()] == 0) {
                    start();
                }
            }
        }

        private void start() {
            int number = begun.size();
            Tensor elements = buckets.get(number).elements();
            long length = elements.elementCount();
            long source = elements.address();
            CollectiveRequest request = parts.isEmpty()
                    ? CollectiveRequest.allReduce(ReduceOp.SUM, DType.F32, length)
                    : CollectiveRequest.reduceScatter(ReduceOp.SUM, DType.F32, length);
            long target = parts.isEmpty() ? source : parts.get(number).address();
            begun.add(ranks.get(number).start(request, source, target));
        }

        /** How many buckets have begun. */
        public int begun() {
            return begun.size();
        }

        /**
         * Begins the buckets that have not, and waits for all of them.
         *
         * @throws io.graphkernel.runtime.exception.CommunicatorException if a rank has failed or does not come
         */
        public void finish() {
            binding.close();
            while (begun.size() < buckets.size()) {
                start();
            }
            while (awaited < begun.size()) {
                begun.get(awaited).await();
                awaited++;
            }
        }

        /** Ends the pass. If it is not finished, the groups of its buckets have failed. */
        @Override
        public void close() {
            binding.close();
            if (awaited < buckets.size()) {
                Set<Communicator> groups = Collections.newSetFromMap(new IdentityHashMap<>());
                groups.addAll(new LinkedHashSet<>(ranks));
                groups.forEach(group -> group.fail(new IllegalStateException("a backward pass has not ended")));
            }
        }
    }
}
