package io.graphkernel.training;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.GradientBuckets.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * AdamW with optimizer state sharding: each rank has the moments and updates the weights of its shard of each bucket,
 * then all ranks gather the weights (Rajbhandari and others, ZeRO: Memory Optimizations Toward Training Trillion
 * Parameter Models, 2020, stage 1).
 */
public final class ShardedAdamW implements AutoCloseable {

    private static final double SMALLEST_NORM = 1e-6;

    private final List<Bucket> weights;
    private final GradientReducer gradients;
    private final Communicator ranks;
    private final ToDoubleFunction<Object> decay;
    private final List<Tensor> own = new ArrayList<>();
    private final List<Tensor> first = new ArrayList<>();
    private final List<Tensor> second = new ArrayList<>();

    /**
     * Creates the state before the first step.
     *
     * @param weights weights to update
     * @param gradients scattered gradients of {@code weights.zeros()}
     * @param ranks all ranks that have disjoint shards of the model or of its copies, over which the norm of gradients
     *     is computed
     * @param decay function from a kind of weights to its weight decay
     */
    public ShardedAdamW(
            GradientBuckets<?> weights, GradientReducer gradients, Communicator ranks, ToDoubleFunction<Object> decay) {
        this.weights = weights.buckets();
        this.gradients = gradients;
        this.ranks = ranks;
        this.decay = decay;
        for (int i = 0; i < this.weights.size(); i++) {
            own.add(Tensor.empty(gradients.shardLength(i)));
            first.add(Tensor.zeros(gradients.shardLength(i)));
            second.add(Tensor.zeros(gradients.shardLength(i)));
        }
        take(this.weights, own);
    }

    /** Copies this rank's shards out of buckets. */
    private void take(List<Bucket> from, List<Tensor> to) {
        for (int i = 0; i < from.size(); i++) {
            long length = gradients.shardLength(i);
            long begin = length * gradients.ranks(i).rank();
            try (Tensor shard = from.get(i).elements().slice(begin, begin + length)) {
                shard.copyTo(to.get(i));
            }
        }
    }

    /**
     * Performs one step, which all ranks must call. The gradients are zeros afterwards.
     *
     * @param rate learning rate
     * @param step one-based index of this step
     * @param maxNorm maximum norm, to which larger gradients are scaled
     * @return the norm of all gradients before scaling
     * @throws io.graphkernel.runtime.exception.CommunicatorException if a rank has failed or is missing
     */
    public double step(float rate, int step, double maxNorm) {
        double squares = 0;
        for (Tensor shard : gradients.shards()) {
            try (Tensor sum = AdamWShardKernels.squares(shard)) {
                squares += sum.get();
            }
        }
        double norm = Math.sqrt(summed(squares));
        float scale = (float) Math.min(1, maxNorm / (norm + SMALLEST_NORM));
        List<Communicator.Collective> started = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            AdamWShardKernels.update(
                    own.get(i),
                    first.get(i),
                    second.get(i),
                    gradients.shards().get(i),
                    scale,
                    rate,
                    step,
                    decay.applyAsDouble(weights.get(i).kind()));
            started.add(gather(i, own.get(i), weights.get(i)));
            AdamWShardKernels.clear(gradients.buckets().get(i).elements());
        }
        started.forEach(Communicator.Collective::await);
        return norm;
    }

    private double summed(double value) {
        try (Tensor sum = Tensor.of(new double[] {value}, 1)) {
            ranks.allReduce(ReduceOp.SUM, sum);
            return sum.toDoubleArray()[0];
        }
    }

    private Communicator.Collective gather(int number, Tensor shard, Bucket bucket) {
        CollectiveRequest request = CollectiveRequest.allGather(DType.F32, shard.elementCount());
        return gradients
                .ranks(number)
                .start(request, shard.address(), bucket.elements().address());
    }

    /**
     * Gathers the moments of all ranks, such as for a checkpoint. All ranks must call it.
     *
     * @param firsts result of {@code weights.zeros()} that receives the running means of gradients
     * @param seconds result of {@code weights.zeros()} that receives the running means of their squares
     */
    public void gatherMoments(GradientBuckets<?> firsts, GradientBuckets<?> seconds) {
        for (int i = 0; i < weights.size(); i++) {
            gather(i, first.get(i), firsts.buckets().get(i)).await();
            gather(i, second.get(i), seconds.buckets().get(i)).await();
        }
    }

    /**
     * Resumes from the current weights and from moments, such as those of a checkpoint.
     *
     * @param firsts running means of gradients
     * @param seconds running means of their squares
     */
    public void resume(GradientBuckets<?> firsts, GradientBuckets<?> seconds) {
        take(weights, own);
        take(firsts.buckets(), first);
        take(seconds.buckets(), second);
    }

    /** Closes this rank's shards. Has no effect if already closed. */
    @Override
    public void close() {
        own.forEach(Tensor::close);
        first.forEach(Tensor::close);
        second.forEach(Tensor::close);
    }
}
