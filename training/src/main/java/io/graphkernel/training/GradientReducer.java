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
import io.graphkernel.training.GradientBuckets.Bucket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Reduction of gradients over the ranks of a group, bucket by bucket. The reduction of a bucket starts when the last of
 * its tensors is complete, while the backward pass computes the others; an asynchronous backend overlaps both.
 * <pre>{@code
 * try (GradientReducer.Pass pass = gradients.begin()) {
 *     loss = GptKernels.gradients(model, buckets.model(), tokens, targets);
 *     pass.finish();
 * }
 * }</pre>
 *
 * <p>The tensors must be on the host. An object must not be used by several threads concurrently.
 */
public final class GradientReducer implements AutoCloseable {

    private final List<Bucket> buckets;
    private final List<Communicator> ranks;
    /** This rank's shard of each bucket; empty without sharding. */
    private final List<Tensor> shards;
    /** Bucket index of each tensor. */
    private final Map<Tensor, Integer> numbers = new IdentityHashMap<>();

    private GradientReducer(GradientBuckets<?> gradients, Function<Object, Communicator> ranks, boolean inParts) {
        this.buckets = gradients.buckets();
        this.ranks = buckets.stream().map(bucket -> ranks.apply(bucket.kind())).toList();
        List<Tensor> created = new ArrayList<>();
        for (int i = 0; i < buckets.size(); i++) {
            Bucket bucket = buckets.get(i);
            requireOnHost(bucket.elements());
            for (Tensor tensor : bucket.tensors()) {
                numbers.put(tensor, i);
            }
            if (inParts) {
                created.add(Tensor.zeros(shardLength(i)));
            }
        }
        this.shards = List.copyOf(created);
    }

    /**
     * Returns a reducer that yields all gradients on every rank.
     *
     * @param gradients gradients that a kernel writes, replaced by the sums
     * @param ranks function from the kind of a bucket to its communicator
     * @throws InvalidArgumentException if they are not on the host
     */
    public static GradientReducer summed(GradientBuckets<?> gradients, Function<Object, Communicator> ranks) {
        return new GradientReducer(gradients, ranks, false);
    }

    /**
     * Returns a reducer that yields one shard of each bucket per rank.
     *
     * @param gradients gradients that a kernel writes, which are not modified
     * @param ranks function from the kind of a bucket to its communicator
     * @throws InvalidArgumentException if they are not on the host, or were created for another number of ranks
     */
    public static GradientReducer scattered(GradientBuckets<?> gradients, Function<Object, Communicator> ranks) {
        return new GradientReducer(gradients, ranks, true);
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

    /** Returns the buckets of the gradients. */
    List<Bucket> buckets() {
        return buckets;
    }

    /** Returns the ranks that reduce a bucket. */
    Communicator ranks(int bucket) {
        return ranks.get(bucket);
    }

    /** Returns the number of a bucket's elements in this rank's shard, if it is sharded. */
    long shardLength(int bucket) {
        return buckets.get(bucket).elements().elementCount() / ranks.get(bucket).size();
    }

    /** Returns this rank's shard of the sums of each bucket, f32 [n]. */
    List<Tensor> shards() {
        return shards;
    }

    /**
     * Begins a backward pass of the calling thread, which calls one kernel method that completes the gradients. All
     * ranks must call it.
     */
    public Pass begin() {
        return new Pass();
    }

    /** Closes the shards. Has no effect if already closed. */
    @Override
    public void close() {
        shards.forEach(Tensor::close);
    }

    /** A backward pass. */
    public final class Pass implements CompletionListener, AutoCloseable {
        private final List<Communicator.Collective> started = new ArrayList<>();
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
                // All ranks start the reductions in the same order, regardless of the order of completion.
                while (started.size() < buckets.size() && missing[started.size()] == 0) {
                    start();
                }
            }
        }

        private void start() {
            int number = started.size();
            Tensor elements = buckets.get(number).elements();
            long length = elements.elementCount();
            long source = elements.address();
            CollectiveRequest request = shards.isEmpty()
                    ? CollectiveRequest.allReduce(ReduceOp.SUM, DType.F32, length)
                    : CollectiveRequest.reduceScatter(ReduceOp.SUM, DType.F32, length);
            long target = shards.isEmpty() ? source : shards.get(number).address();
            started.add(ranks.get(number).start(request, source, target));
        }

        /** Returns the number of buckets whose reduction has started. */
        public int begun() {
            return started.size();
        }

        /**
         * Starts the remaining reductions, and waits for all of them.
         *
         * @throws io.graphkernel.runtime.exception.CommunicatorException if a rank has failed or is missing
         */
        public void finish() {
            binding.close();
            while (started.size() < buckets.size()) {
                start();
            }
            while (awaited < started.size()) {
                started.get(awaited).await();
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
