package io.graphkernel.examples.gpt;

import io.graphkernel.training.LearningRateSchedule;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers that a training follows. Batches and dropout are functions of the seed and the step, so that a training with the
 * same numbers, text and first weights has the same bits.
 *
 * @param batch texts of a part
 * @param microbatches microbatches of a step, computed sequentially with less memory, or by several ranks
 * @param length tokens of a text
 * @param steps of the whole training
 * @param rate the highest learning rate
 * @param seed of batches and dropout
 */
record Recipe(int batch, int microbatches, int length, int steps, float rate, long seed) {

    /** The numbers of a command line. */
    static Recipe of(Settings settings) {
        return new Recipe(
                settings.positive("batch", 4),
                settings.positive("parts", 1),
                settings.positive("length", 64),
                settings.positive("steps", 40),
                settings.number("rate", 6e-4f),
                settings.integer("seed", 1));
    }

    /**
     * Rejects ranks that have not the same number of parts and texts each.
     *
     * @throws IllegalArgumentException if they do not
     */
    void requireRanks(RankGroups groups) {
        if (microbatches % groups.data().size() != 0) {
            throw new IllegalArgumentException("parts=" + microbatches + " cannot be shared by "
                    + groups.data().size() + " ranks: each computes some of the parts of a step");
        }
        if (batch % groups.tensor().size() != 0) {
            throw new IllegalArgumentException("batch=" + batch + " cannot be shared by the "
                    + groups.tensor().size() + " ranks of gpt.tensor: each has some of the texts of a part");
        }
    }

    /** Returns the number of tokens per step. */
    int tokens() {
        return batch * microbatches * length;
    }

    /** Up in a twentieth of the steps, then down to a tenth of the rate. */
    LearningRateSchedule rates() {
        int warmup = Math.max(1, steps / 20);
        return LearningRateSchedule.cosine(rate, rate / 10, Math.max(1, steps - warmup))
                .afterWarmup(warmup);
    }

    /** The numbers by their names, and what is compiled. */
    Map<String, String> texts() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("batch", batch);
        values.put("parts", microbatches);
        values.put("length", length);
        values.put("steps", steps);
        values.put("rate", rate);
        values.put("seed", seed);
        values.put("gpt.kept", Compiled.KEPT);
        values.put("gpt.values", Compiled.VALUES);
        values.put("gpt.tensor", Compiled.TENSOR_RANKS);
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((name, value) -> texts.put(name, value.toString()));
        return texts;
    }
}
