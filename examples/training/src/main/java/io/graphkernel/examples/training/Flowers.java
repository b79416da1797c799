package io.graphkernel.examples.training;

import io.graphkernel.examples.training.Classifiers.Linear;
import io.graphkernel.examples.training.Classifiers.Mlp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.Initializer;
import io.graphkernel.training.LearningRateSchedule;
import io.graphkernel.training.TrainingProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Trains a logistic regression and a multilayer perceptron to classify three species of irises. */
public final class Flowers {

    static final int STEPS = 400;
    static final int WARMUP = 10;
    private static final int HIDDEN = 16;

    /** Training step that returns the loss before the update. */
    @FunctionalInterface
    interface Step {
        Tensor run(float rate);
    }

    private Flowers() {}

    /**
     * Runs the example.
     *
     * @param arguments a directory for curves and checkpoints
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        try (TensorScope scope = TensorScope.open()) {
            Samples known = Samples.irises(true);
            Samples unknown = Samples.irises(false);
            long samples = known.y().elementCount();

            Linear linear = linear();
            train(
                    "logistic regression",
                    directory,
                    samples,
                    linear,
                    rate -> ClassifiersKernels.step(known.x(), known.y(), linear, rate));
            report("logistic regression", unknown.accuracy(ClassifiersKernels.logits(unknown.x(), linear)));

            Mlp mlp = mlp();
            train("MLP", directory, samples, mlp, rate -> ClassifiersKernels.mlpStep(known.x(), known.y(), mlp, rate));
            report("MLP", unknown.accuracy(ClassifiersKernels.mlpLogits(unknown.x(), mlp)));
            System.out.println("curves and checkpoints are in " + directory);
        }
    }

    static Linear linear() {
        return new Linear(Tensor.zeros(Samples.FEATURES, Samples.CLASSES), Tensor.zeros(Samples.CLASSES));
    }

    static Mlp mlp() {
        Initializer initial = new Initializer(1);
        return new Mlp(
                initial.xavierUniform(Samples.FEATURES, HIDDEN),
                Tensor.zeros(HIDDEN),
                initial.xavierUniform(HIDDEN, Samples.CLASSES),
                Tensor.zeros(Samples.CLASSES));
    }

    static LearningRateSchedule rates() {
        return LearningRateSchedule.cosine(0.5f, 0.01f, STEPS - WARMUP).afterWarmup(WARMUP);
    }

    private static void train(String name, Path directory, long samples, Record model, Step step) {
        try (TrainingProgress progress = TrainingProgress.over(STEPS, samples, "samples")) {
            for (int i = 0; i < STEPS; i++) {
                try (Tensor loss = step.run(rates().rate(i))) {
                    progress.step(loss.get());
                }
            }
            Checkpoint.write(directory.resolve(name + ".safetensors"), model, Map.of("steps", Integer.toString(STEPS)));
            progress.writeCurve(directory.resolve(name + ".png"));
        }
    }

    private static void report(String name, double accuracy) {
        System.out.printf("%s: %.0f %% of the flowers that it has not seen%n", name, 100 * accuracy);
    }
}
