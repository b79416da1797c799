package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.GradientBuckets;
import io.graphkernel.training.GradientReducer;
import io.graphkernel.training.ShardedAdamW;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Collective work of a training step: ranks sum gradients, and each updates all weights or its shard. */
final class RankTraining {

    /** Elements of a bucket, 16 MB of them: long enough for the speed of the memory, and many for a model of some size. */
    private static final long BUCKET = 4 << 20;

    /**
     * Properties that the gradients of a bucket share: whether the matrix is sharded over ranks, and whether weights
     * decay.
     */
    private record Kind(boolean isCut, boolean decays) {}

    private final RankGroups groups;
    private final Model model;
    private final GradientBuckets<Model> sums;
    private final GradientReducer gradients;
    /** The model in buckets; null if each rank updates all. */
    private final GradientBuckets<Model> weights;

    private final ShardedAdamW optimizer;

    private RankTraining(Model model, RankGroups groups, boolean isSharded) {
        this.groups = groups;
        BiFunction<String, Tensor, Kind> kinds = (path, tensor) -> new Kind(isCut(path), tensor.rank() > 1);
        int ranks = groups.world().size();
        if (isSharded) {
            weights = GradientBuckets.copyOf(model, BUCKET, ranks, kinds);
            sums = weights.zeros();
            gradients = GradientReducer.scattered(sums, this::summing);
            optimizer = new ShardedAdamW(
                    weights, gradients, groups.world(), kind -> ((Kind) kind).decays ? Gpt2Training.DECAY : 0);
        } else {
            weights = null;
            sums = GradientBuckets.zerosLike(model, BUCKET, ranks, kinds);
            gradients = GradientReducer.summed(sums, this::summing);
            optimizer = null;
        }
        this.model = isSharded ? weights.model() : model;
    }

    /**
     * This rank's part.
     *
     * @param model is updated, unless moments are sharded
     * @param isSharded whether each rank has the moments of a part of the parameters alone; then the model is copied
     * @throws IllegalArgumentException if parts of matrices are to be updated, and moments are not sharded
     */
    static RankTraining of(Model model, RankGroups groups, boolean isSharded) {
        if (groups.tensor().size() > 1 && !isSharded) {
            throw new IllegalArgumentException(
                    "with gpt.tensor=" + groups.tensor().size() + " set sharded=true");
        }
        return new RankTraining(model, groups, isSharded);
    }

    private boolean isCut(String path) {
        return groups.tensor().size() > 1 && TensorParts.isCut(path);
    }

    private Communicator summing(Object kind) {
        return ((Kind) kind).isCut ? groups.data() : groups.world();
    }

    /** The model that is updated. */
    Model model() {
        return model;
    }

    /** The gradients, to which the parts of a step are added. */
    Model sums() {
        return sums.model();
    }

    /**
     * The last part of a step's gradients, and their sums.
     *
     * @param before the loss of the parts before
     * @param lastPart function that computes the last part and returns its loss
     * @return the loss of all ranks
     */
    float lastPart(float before, Supplier<Float> lastPart) {
        try (GradientReducer.Pass pass = gradients.begin()) {
            float loss = before + lastPart.get();
            pass.finish();
            try (Tensor sum = Tensor.of(new float[] {loss}, 1)) {
                groups.world().allReduce(ReduceOp.SUM, sum);
                return sum.get(0);
            }
        }
    }

    /** The second half of a step whose moments are sharded. */
    void update(float rate, int step) {
        optimizer.step(rate, step, Gpt2Training.MAX_NORM);
    }

    /** The moments of all ranks, copied into others: such as for a checkpoint, which all ranks make ready. */
    Moments gatheredMoments() {
        GradientBuckets<Model> first = weights.zeros();
        GradientBuckets<Model> second = weights.zeros();
        optimizer.gatherMoments(first, second);
        return new Moments(first.model(), second.model());
    }

    /** Goes on from a model and moments that were written. */
    void resume(Moments moments) {
        try (GradientBuckets<Model> first = weights.zeros();
                GradientBuckets<Model> second = weights.zeros()) {
            Parameters.forEach(moments.first(), first.model(), (from, to) -> from.copyTo(to));
            Parameters.forEach(moments.second(), second.model(), (from, to) -> from.copyTo(to));
            optimizer.resume(first, second);
        }
    }
}
