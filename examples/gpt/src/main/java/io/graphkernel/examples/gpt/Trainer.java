package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.examples.gpt.Gpt2Training.Step;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.LossScale;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** A training on a text, step by step. */
final class Trainer {

    private static final String STEP = "step";
    private static final String UPDATES = "updates";

    /** Further than a training has steps. */
    private static final long OTHER_SEEDS = 1L << 32;

    /** The tensors of a checkpoint. */
    private record State(Model model, Moments moments, LossScale scale) {}

    private final Model model;
    /** Null if each rank has a part of them. */
    private final Moments moments;

    private final LossScale scale;
    private final Text text;
    private final Recipe recipe;
    /** Collective operations of this rank; null for the only rank. */
    private final RankTraining ranks;

    private final RankGroups groups;
    /** Gradients of several parts; null where a step is one plan. */
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
        this(model, text, recipe, scales, RankGroups.single(), false);
    }

    /**
     * This rank's part of a training that begins, which all ranks make together.
     *
     * @param model with the same values on all ranks, or this rank's part of matrices; is updated, unless moments are sharded,
     *     and must stay open
     * @param scales whether the loss is scaled; a step may update nothing then
     * @param groups of the rank
     * @param isSharded whether each rank has the moments of a part of the parameters alone; then {@link #model} is a copy
     * @throws IllegalArgumentException if model, text, recipe and ranks don't fit together
     */
    Trainer(Model model, Text text, Recipe recipe, boolean scales, RankGroups groups, boolean isSharded) {
        if (recipe.length() > model.positions().dimension(0)) {
            throw new IllegalArgumentException("length=" + recipe.length() + " is more than the model's positions, "
                    + model.positions().dimension(0));
        }
        text.requireKnownTo(model);
        text.requireLongerThan(recipe.length());
        recipe.requireRanks(groups);
        if (isSharded && scales) {
            throw new IllegalArgumentException("sharded=true is for values of f32 and bf16, whose loss is not scaled");
        }
        Device device = model.tokens().device();
        this.scale = LossScale.initial(scales ? LossScale.DEFAULT_FACTOR : 1, device);
        this.text = text;
        this.recipe = recipe;
        this.groups = groups;
        this.scales = scales;
        boolean together = groups.world().size() > 1 || isSharded;
        this.ranks = together ? RankTraining.of(model, groups, isSharded) : null;
        this.model = together ? ranks.model() : model;
        this.moments = isSharded ? null : new Moments(zeros(model), zeros(model));
        Model several = recipe.microbatches() == 1 ? null : zeros(model);
        this.sums = together ? ranks.sums() : several;
    }

    private static Model zeros(Model model) {
        return Parameters.map(model, (path, tensor) -> {
            try (Tensor zeros = Tensor.zeros(tensor.dimensions())) {
                return zeros.to(tensor.device());
            }
        });
    }

    /** The model that is trained. */
    Model model() {
        return model;
    }

    /** Returns the number of completed steps. */
    int done() {
        return done;
    }

    /**
     * Writes everything that a training needs to go on. All ranks call this, and of those with the same part of the matrices
     * the first one writes.
     */
    void write(Path checkpoint) {
        try (TensorScope scope = TensorScope.open()) {
            State state = new State(model, moments == null ? ranks.gatheredMoments() : moments, scale);
            if (groups.data().rank() == 0) {
                write(checkpoint, state);
            }
        }
    }

    private void write(Path checkpoint, State state) {
        Map<String, String> texts = settings();
        texts.put(STEP, Integer.toString(done));
        texts.put(UPDATES, Integer.toString(updates));
        Checkpoint.write(checkpoint, state, texts);
    }

    /** Returns the settings that stay constant during a training. */
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
            read(file);
            done = Integer.parseInt(before.get(STEP));
            updates = Integer.parseInt(before.get(UPDATES));
        }
    }

    private void read(Checkpoint file) {
        if (moments != null) {
            file.copyTo(new State(model, moments, scale));
            return;
        }
        try (TensorScope scope = TensorScope.open()) {
            Moments written = ranks.gatheredMoments();
            file.copyTo(new State(model, written, scale));
            ranks.resume(written);
        }
    }

    /** Executes one step and returns the loss of all ranks before it. */
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
        Step step = scales
                ? ScaledTrainingKernels.trainStep(model, moments, scale, tokens, targets, rate, updates + 1, seed(done))
                : Gpt2TrainingKernels.trainStep(model, moments, tokens, targets, rate, updates + 1, seed(done));
        count(step.norm());
        return step.loss().get();
    }

    private float inParts(float rate) {
        float factor = scale.factor().get();
        int own = recipe.microbatches() / groups.data().size();
        int last = (groups.data().rank() + 1) * own - 1;
        float before = 0;
        for (int shard = last - own + 1; shard < last; shard++) {
            before += gradients(shard, factor);
        }
        float loss;
        if (ranks == null) {
            loss = before + gradients(last, factor);
        } else {
            loss = ranks.lastPart(before, () -> gradients(last, factor));
        }
        update(rate);
        return loss / factor;
    }

    /** Adds the gradients of a part of the step, or of this rank's texts of it, and returns its share of the loss. */
    private float gradients(int shard, float factor) {
        Communicator tensor = groups.tensor();
        long number = (long) done * recipe.microbatches() + shard;
        Text.Batch next = batch(number).part(tensor.rank(), tensor.size());
        float share = factor / (recipe.microbatches() * tensor.size());
        // Ranks with texts of their own drop elements of their own.
        long seed = seed(number) + tensor.rank() * OTHER_SEEDS;
        try (Communicator.Binding bound = tensor.bind()) {
            return Gpt2TrainingKernels.gradients(model, sums, next.tokens(), next.targets(), share, seed)
                    .get();
        }
    }

    private void update(float rate) {
        if (moments == null) {
            ranks.update(rate, updates + 1);
            updates++;
            return;
        }
        count(
                scales
                        ? ScaledTrainingKernels.update(model, moments, scale, sums, rate, updates + 1)
                        : Gpt2TrainingKernels.update(model, moments, sums, rate, updates + 1));
    }

    /** Counts a step, unless its norm shows that it was skipped. */
    private void count(Tensor norm) {
        if (!scales || Float.isFinite(norm.get())) {
            updates++;
        }
    }

    private Text.Batch batch(long number) {
        Device device = model.tokens().device();
        return text.batch(new SplittableRandom(seed(number)), recipe.batch(), recipe.length(), device);
    }

    private long seed(long number) {
        return recipe.seed() + number;
    }
}
