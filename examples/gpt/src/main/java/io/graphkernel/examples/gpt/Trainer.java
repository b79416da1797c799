package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.examples.gpt.Gpt2Training.Step;
import io.graphkernel.examples.gpt.ScaledTraining.LossScale;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** A training on a text, step by step. */
final class Trainer {

    private static final String STEP = "step";
    private static final String UPDATES = "updates";

    private static final float FIRST_SCALE = 0x1p15f;

    /** The tensors of a checkpoint. */
    private record State(Model model, Moments moments, LossScale scale) {}

    private final State state;
    private final Text text;
    private final Recipe recipe;
    private final Model sums;
    private final boolean scales;
    private int done;
    private int updates;

    /**
     * A training that begins. With values of f16, in which small gradients are 0, it scales the loss.
     *
     * @param model is updated, and must stay open; its device is that of the steps
     * @throws IllegalArgumentException if model, text and recipe don't fit together
     */
    Trainer(Model model, Text text, Recipe recipe) {
        this(model, text, recipe, "f16".equals(Compiled.VALUES));
    }

    /**
     * A training that begins.
     *
     * @param model is updated, and must stay open; its device is that of the steps
     * @param scales whether the loss is scaled; a step may update nothing then
     * @throws IllegalArgumentException if model, text and recipe don't fit together
     */
    Trainer(Model model, Text text, Recipe recipe, boolean scales) {
        if (recipe.length() > model.positions().dimension(0)) {
            throw new IllegalArgumentException("length=" + recipe.length() + " is more than the model's positions, "
                    + model.positions().dimension(0));
        }
        text.requireKnownTo(model);
        text.requireLongerThan(recipe.length());
        Device device = model.tokens().device();
        LossScale scale = new LossScale(
                Tensor.scalar(scales ? FIRST_SCALE : 1).to(device),
                Tensor.scalar(0).to(device));
        this.state = new State(model, new Moments(zeros(model), zeros(model)), scale);
        this.text = text;
        this.recipe = recipe;
        this.scales = scales;
        this.sums = recipe.parts() == 1 ? null : zeros(model);
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
        Map<String, String> texts = settings();
        texts.put(STEP, Integer.toString(done));
        texts.put(UPDATES, Integer.toString(updates));
        Checkpoint.write(checkpoint, state, texts);
    }

    /** What is the same all through a training. */
    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(recipe.texts());
        settings.put("text", text.identity());
        return settings;
    }

    /**
     * Goes on where a checkpoint was written: all later steps have the same bits as without the break.
     *
     * @throws IllegalArgumentException if the training of the checkpoint had another recipe or text
     */
    void resume(Path checkpoint) {
        try (Checkpoint file = Checkpoint.open(checkpoint)) {
            Map<String, String> before = file.metadata();
            settings().forEach((name, value) -> {
                if (!value.equals(before.get(name))) {
                    throw new IllegalArgumentException(name + " is " + value + " and was " + before.get(name) + " in "
                            + checkpoint + ": a training goes on with the settings that it began with");
                }
            });
            file.copyTo(state);
            done = Integer.parseInt(before.get(STEP));
            updates = Integer.parseInt(before.get(UPDATES));
        }
    }

    /** One step; gives the loss before it. */
    float step() {
        float rate = recipe.rates().rate(done);
        done++;
        try (TensorScope scope = TensorScope.open()) {
            return sums == null ? whole(rate) : inParts(rate);
        }
    }

    private float whole(float rate) {
        Text.Batch next = batch(done);
        Tensor tokens = next.tokens();
        Tensor targets = next.targets();
        Model model = state.model();
        Moments moments = state.moments();
        Step step = scales
                ? ScaledTrainingKernels.trainStep(
                        model, moments, state.scale(), tokens, targets, rate, updates + 1, seed(done))
                : Gpt2TrainingKernels.trainStep(model, moments, tokens, targets, rate, updates + 1, seed(done));
        count(step.norm());
        return step.loss().get();
    }

    private float inParts(float rate) {
        float factor = state.scale().factor().get();
        float loss = 0;
        for (int part = 0; part < recipe.parts(); part++) {
            long number = (long) done * recipe.parts() + part;
            Text.Batch next = batch(number);
            float share = factor / recipe.parts();
            loss += Gpt2TrainingKernels.gradients(
                            state.model(), sums, next.tokens(), next.targets(), share, seed(number))
                    .get();
        }
        Model model = state.model();
        Moments moments = state.moments();
        count(
                scales
                        ? ScaledTrainingKernels.update(model, moments, state.scale(), sums, rate, updates + 1)
                        : Gpt2TrainingKernels.update(model, moments, sums, rate, updates + 1));
        return loss / factor;
    }

    /** Counts a step, unless its norm says that it has updated nothing. */
    private void count(Tensor norm) {
        if (!scales || Float.isFinite(norm.get())) {
            updates++;
        }
    }

    private Text.Batch batch(long number) {
        Device device = state.model().tokens().device();
        return text.batch(new SplittableRandom(seed(number)), recipe.batch(), recipe.length(), device);
    }

    private long seed(long number) {
        return recipe.seed() + number;
    }
}
