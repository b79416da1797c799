package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Bert.Model;
import io.graphkernel.examples.bert.BertTraining.Moments;
import io.graphkernel.examples.bert.BertTraining.Step;

/** The compiled step at each level of optimization. */
enum OptLevel {
    ZERO(OptLevelsKernels::level0),
    ONE(OptLevelsKernels::level1),
    TWO(BertTrainingKernels::trainStep),
    THREE(OptLevelsKernels::level3);

    /** As {@link BertTraining#trainStep}. */
    @FunctionalInterface
    private interface Compiled {
        Step step(Model model, Moments moments, Batch batch, float rate, int step, double kept, long seed);
    }

    private final Compiled compiled;

    OptLevel(Compiled compiled) {
        this.compiled = compiled;
    }

    /** See {@link BertTraining#trainStep}. */
    Step step(Model model, Moments moments, Batch batch, float rate, int step, double kept, long seed) {
        return compiled.step(model, moments, batch, rate, step, kept, seed);
    }
}
