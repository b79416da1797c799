package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.Schedule;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;

/** A training on a text, step by step. */
final class Trainer {

    private static final String STEP = "step";

    /** What a checkpoint has. Batches and dropout need no more: they are functions of a seed and the step. */
    private record State(Model model, Moments moments) {}

    /**
     * A step.
     *
     * @param batch texts of a part
     * @param parts of the batch of a step, which are computed one after the other and need less memory
     * @param length tokens of a text
     * @param seed of batches and dropout
     */
    record Batches(int batch, int parts, int length, long seed) {
        int tokens() {
            return batch * parts * length;
        }
    }

    private final State state;
    private final Text text;
    private final Batches batches;
    private final Schedule rates;
    private final Model sums;
    private int done;

    /**
     * A training that begins.
     *
     * @param model is updated, and must stay open; its device is that of the steps
     * @param rates of the steps
     */
    Trainer(Model model, Text text, Batches batches, Schedule rates) {
        this.state = new State(model, new Moments(zeros(model), zeros(model)));
        this.text = text;
        this.batches = batches;
        this.rates = rates;
        this.sums = batches.parts() == 1 ? null : zeros(model);
    }

    private static Model zeros(Model model) {
        return Parameters.map(model, (path, tensor) -> {
            try (Tensor zeros = Tensor.zeros(tensor.dimensions())) {
                return zeros.to(tensor.device());
            }
        });
    }

    /** How many steps are done. */
    int done() {
        return done;
    }

    /** Writes everything that a training needs to go on. */
    void write(Path checkpoint) {
        Checkpoint.write(checkpoint, state, Map.of(STEP, Integer.toString(done)));
    }

    /** Goes on where a checkpoint was written: all later steps have the same bits as without the break. */
    void resume(Path checkpoint) {
        try (Checkpoint file = Checkpoint.open(checkpoint)) {
            file.copyTo(state);
            done = Integer.parseInt(file.metadata().get(STEP));
        }
    }

    /** One step; gives the loss before it. */
    float step() {
        float rate = rates.rate(done);
        done++;
        try (TensorScope scope = TensorScope.open()) {
            return sums == null ? whole(rate) : inParts(rate);
        }
    }

    private float whole(float rate) {
        Text.Batch next = batch(done);
        return Gpt2TrainingKernels.trainStep(
                        state.model(), state.moments(), next.tokens(), next.targets(), rate, done, seed(done))
                .loss()
                .get();
    }

    private float inParts(float rate) {
        float loss = 0;
        for (int part = 0; part < batches.parts(); part++) {
            long number = (long) done * batches.parts() + part;
            Text.Batch next = batch(number);
            loss += Gpt2TrainingKernels.gradients(
                            state.model(), sums, next.tokens(), next.targets(), 1f / batches.parts(), seed(number))
                    .get();
        }
        Gpt2TrainingKernels.update(state.model(), state.moments(), sums, rate, done);
        return loss;
    }

    private Text.Batch batch(long number) {
        Device device = state.model().tokens().device();
        return text.batch(new SplittableRandom(seed(number)), batches.batch(), batches.length(), device);
    }

    private long seed(long number) {
        return batches.seed() + number;
    }
}
