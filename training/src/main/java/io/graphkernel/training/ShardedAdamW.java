package io.graphkernel.training;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Buckets.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * AdamW, of which each rank has the moments and updates the weights of its part of each bucket; then all ranks gather the
 * weights (Rajbhandari and others, ZeRO: Memory Optimizations Toward Training Trillion Parameter Models, 2020, stage 1).
 */
public final class ShardedAdamW implements AutoCloseable {

    private static final double SMALLEST_NORM = 1e-6;

    private final List<Bucket> weights;
    private final RankGradients gradients;
    private final Communicator all;
    private final ToDoubleFunction<Object> decay;
    private final List<Tensor> own = new ArrayList<>();
    private final List<Tensor> first = new ArrayList<>();
    private final List<Tensor> second = new ArrayList<>();

    /**
     * The state before the first step.
     *
     * @param weights are updated
     * @param gradients those of {@code weights.zeros()}, scattered
     * @param all the ranks that have parts of the model or of its copies, each a part of its own; the norm of gradients is that
     *     of all of them
     * @param decay of weights of a kind
     */
    public ShardedAdamW(Buckets<?> weights, RankGradients gradients, Communicator all, ToDoubleFunction<Object> decay) {
        this.weights = weights.buckets();
        this.gradients = gradients;
        this.all = all;
        this.decay = decay;
        for (int i = 0; i < this.weights.size(); i++) {
            own.add(Tensor.empty(gradients.partLength(i)));
            first.add(Tensor.zeros(gradients.partLength(i)));
            second.add(Tensor.zeros(gradients.partLength(i)));
        }
        take(this.weights, own);
    }

    /** Copies this rank's parts out of buckets. */
    private void take(List<Bucket> from, List<Tensor> to) {
        for (int i = 0; i < from.size(); i++) {
            long length = gradients.partLength(i);
            long begin = length * gradients.ranks(i).rank();
            try (Tensor part = from.get(i).elements().slice(begin, begin + length)) {
                part.copyTo(to.get(i));
            }
        }
    }

    /**
     * One step. All ranks take it. The gradients are zeros afterwards.
     *
     * @param rate the learning rate
     * @param step the number of this step, 1 for the first
     * @param largestNorm gradients of a larger norm are scaled down to it
     * @return the norm of all gradients together before they were scaled
     * @throws io.graphkernel.runtime.exception.CommunicatorException if a rank has failed or does not come
     */
    public double step(float rate, int step, double largestNorm) {
        double squares = 0;
        for (Tensor part : gradients.parts()) {
            try (Tensor sum = AdamWPartKernels.squares(part)) {
                squares += sum.get();
            }
        }
        double norm = Math.sqrt(summed(squares));
        float scale = (float) Math.min(1, largestNorm / (norm + SMALLEST_NORM));
        List<Communicator.Collective> begun = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            AdamWPartKernels.update(
                    own.get(i),
                    first.get(i),
                    second.get(i),
                    gradients.parts().get(i),
                    scale,
                    rate,
                    step,
                    decay.applyAsDouble(weights.get(i).kind()));
            begun.add(gather(i, own.get(i), weights.get(i)));
            AdamWPartKernels.clear(gradients.buckets().get(i).elements());
        }
        begun.forEach(Communicator.Collective::await);
        return norm;
    }

    private double summed(double value) {
        try (Tensor sum = Tensor.of(new double[] {value}, 1)) {
            all.allReduce(ReduceOp.SUM, sum);
            return sum.toDoubleArray()[0];
        }
    }

    private Communicator.Collective gather(int number, Tensor part, Bucket bucket) {
        CollectiveRequest request = CollectiveRequest.allGather(DType.F32, part.elementCount());
        return gradients
                .ranks(number)
                .start(request, part.address(), bucket.elements().address());
    }

    /**
     * Gathers the moments of all ranks, such as for a checkpoint. All ranks do.
     *
     * @param firsts as {@code weights.zeros()}, gets the running means of gradients
     * @param seconds as {@code weights.zeros()}, gets the running means of their squares
     */
    public void gatherMoments(Buckets<?> firsts, Buckets<?> seconds) {
        for (int i = 0; i < weights.size(); i++) {
            gather(i, first.get(i), firsts.buckets().get(i)).await();
            gather(i, second.get(i), seconds.buckets().get(i)).await();
        }
    }

    /**
     * Goes on from the weights, as they are now, and from moments, such as those of a checkpoint.
     *
     * @param firsts the running means of gradients
     * @param seconds the running means of their squares
     */
    public void resume(Buckets<?> firsts, Buckets<?> seconds) {
        take(weights, own);
        take(firsts.buckets(), first);
        take(seconds.buckets(), second);
    }

    /** Closes this rank's parts. Closing twice is allowed. */
    @Override
    public void close() {
        own.forEach(Tensor::close);
        first.forEach(Tensor::close);
        second.forEach(Tensor::close);
    }
}
