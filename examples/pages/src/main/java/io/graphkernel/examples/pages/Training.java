package io.graphkernel.examples.pages;

import io.graphkernel.examples.pages.Gpt.Model;
import io.graphkernel.examples.pages.Gpt.Moments;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.Initializer;
import io.graphkernel.training.LearningRateSchedule;
import io.graphkernel.training.TrainingProgress;
import java.nio.file.Path;
import java.util.Map;

/** docs/training.md. */
final class Training {

    private Training() {}

    record State(Model model, Moments moments) {}

    static Model zeros(Model model) {
        return Parameters.map(model, (path, w) -> Tensor.zeros(w.dimensions()));
    }

    static State train(int steps, int vocabulary, int width, Tensor tokens, Tensor targets, Path file) {
        Initializer initial = new Initializer(42); // the same bits on every machine
        Model model = new Model(initial.normal(0.02, vocabulary, width), initial.normal(0.02, vocabulary, width));
        Moments moments = new Moments(zeros(model), zeros(model));
        State state = new State(model, moments);
        LearningRateSchedule rates =
                LearningRateSchedule.cosine(6e-4f, 6e-5f, steps - 200).afterWarmup(200);
        try (TrainingProgress progress = TrainingProgress.over(steps, tokens.elementCount(), "tokens")) {
            for (int step = 0; step < steps; step++) {
                Tensor loss = GptKernels.trainStep(model, moments, tokens, targets, rates.rate(step), step + 1);
                progress.step(loss.get()); // step 120 of 1000, loss 3.1416, 2,560 tokens/s, 0:01:22 left
            }
            Checkpoint.write(file, state, Map.of("step", "" + steps)); // replaces the file when the new one is complete
            progress.writeCurve(Path.of("loss.png"));
        }
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            checkpoint.copyTo(state); // bit for bit; what does not fit is named
            Tensor embedding = checkpoint.tensor("model.embedding"); // over the mapped file
        }
        return state;
    }
}
