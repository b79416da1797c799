package tensor;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Trains with matrices that are cut over two ranks, once and twice, compared with the same model on one rank. */
public final class TensorProgram {

    private static final int PARTS = 2;
    private static final int BATCH = 2;
    private static final int LENGTH = 4;
    private static final int VOCABULARY = 11;
    private static final int HEADS = 2;
    private static final int STEPS = 3;
    private static final float RATE = 0.01f;

    /** Sums of f32 in another order. */
    private static final double TOLERANCE = 5e-5;

    /** For weights, whose steps are hundredths. */
    private static final double MEAN_TOLERANCE = 1e-5;

    private static final List<Float> LOSSES = new ArrayList<>();

    private TensorProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            whole.Gpt2.Model expected = onOneRank();
            for (int ranks : new int[] {2, 4}) {
                RankThreads.run(ranks, rank -> train(rank, expected));
            }
        }
    }

    private static whole.Gpt2.Model onOneRank() {
        whole.Gpt2.Model model = whole.Weights.random(1).model(VOCABULARY, LENGTH, 64 * HEADS);
        var moments = new whole.Gpt2Training.Moments(zeros(model), zeros(model));
        whole.Gpt2.Model sums = zeros(model);
        for (int step = 1; step <= STEPS; step++) {
            float loss = 0;
            for (int part = 0; part < PARTS; part++) {
                loss += whole.Gpt2TrainingKernels.gradients(
                                model, sums, ids(step, part, 0), ids(step, part, 1), 1f / PARTS, 1)
                        .get();
            }
            whole.Gpt2TrainingKernels.update(model, moments, sums, RATE, step);
            LOSSES.add(loss);
        }
        return model;
    }

    private static whole.Gpt2.Model zeros(whole.Gpt2.Model model) {
        return Parameters.map(model, (path, tensor) -> Tensor.zeros(tensor.dimensions()));
    }

    private static Tensor ids(int step, int part, int kind) {
        Random random = new Random(100 * step + 10 * part + kind);
        return Tensor.of(random.ints(BATCH * LENGTH, 0, VOCABULARY).toArray(), BATCH, LENGTH);
    }

    private static void train(Communicator world, whole.Gpt2.Model expected) {
        try (TensorScope scope = TensorScope.open()) {
            RankGroups groups = RankGroups.of(world, Compiled.TENSOR_RANKS);
            Communicator tensor = groups.tensor();
            TensorParts parts = new TensorParts(tensor.rank(), tensor.size());
            Gpt2.Model copy = parts.of(Weights.random(1).model(VOCABULARY, LENGTH, 64 * HEADS));
            RankTraining training = RankTraining.of(copy, groups, true);
            for (int step = 1; step <= STEPS; step++) {
                float loss = step(training, groups, step);
                requireClose("loss of step " + step + " on " + world, loss, LOSSES.get(step - 1));
            }
            Map<String, Tensor> weights = Parameters.of(training.model());
            Parameters.of(parts.of(copied(expected))).forEach((path, whole) -> {
                double difference = meanDifference(path, whole.toFloatArray(), weights.get(path).toFloatArray());
                if (!(difference <= MEAN_TOLERANCE)) {
                    throw new IllegalStateException(path + " is " + difference + " off on average on " + world);
                }
            });
        }
    }

    /**
     * Returns the mean absolute difference, without the biases of keys: their gradient is zero except for rounding, which AdamW
     * scales to steps as large as any other.
     */
    private static double meanDifference(String path, float[] expected, float[] actual) {
        int firstKey = path.endsWith("attentionBias") ? expected.length / 3 : 0;
        int endKey = 2 * firstKey;
        double sum = 0;
        for (int i = 0; i < expected.length; i++) {
            sum += i >= firstKey && i < endKey ? 0 : Math.abs(actual[i] - expected[i]);
        }
        return sum / (expected.length - (endKey - firstKey));
    }

    private static float step(RankTraining training, RankGroups groups, int step) {
        int own = PARTS / groups.data().size();
        int first = groups.data().rank() * own;
        float before = 0;
        for (int part = first; part < first + own - 1; part++) {
            before += gradients(training, groups, step, part);
        }
        float loss = training.lastPart(before, () -> gradients(training, groups, step, first + own - 1));
        training.update(RATE, step);
        return loss;
    }

    private static float gradients(RankTraining training, RankGroups groups, int step, int part) {
        Communicator tensor = groups.tensor();
        int texts = BATCH / tensor.size();
        int begin = tensor.rank() * texts;
        try (Communicator.Binding bound = tensor.bind()) {
            return Gpt2TrainingKernels.gradients(
                            training.model(),
                            training.sums(),
                            ids(step, part, 0).slice(begin, begin + texts),
                            ids(step, part, 1).slice(begin, begin + texts),
                            1f / PARTS / tensor.size(),
                            1)
                    .get();
        }
    }

    /** Returns the weights as a model of this package. */
    private static Gpt2.Model copied(whole.Gpt2.Model model) {
        Map<String, Tensor> all = Parameters.of(model);
        return Parameters.map(
                Weights.random(1).model(VOCABULARY, LENGTH, 64 * HEADS), (path, tensor) -> all.get(path));
    }

    private static void requireClose(String what, float actual, float expected) {
        if (!(Math.abs(actual - expected) <= TOLERANCE * Math.max(1, Math.abs(expected)))) {
            throw new IllegalStateException(what + " is " + actual + " and not " + expected);
        }
    }
}
