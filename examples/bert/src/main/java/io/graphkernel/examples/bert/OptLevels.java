package io.graphkernel.examples.bert;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Bert.Model;
import io.graphkernel.examples.bert.BertTraining.Moments;
import io.graphkernel.examples.bert.BertTraining.Step;

/**
 * {@link BertTraining#trainStep}, which is compiled at level 2, at the other levels. Each method has the same ops and
 * its own flags, so that one build has all levels, one process times them alternately over the same tensors, and one
 * report shows all of them.
 */
final class OptLevels {

    private OptLevels() {}

    /** A kernel for each op. */
    @GraphKernel(flags = "--opt_level=0")
    static Step level0(Model model, Moments moments, Batch batch, float rate, int step, double kept, long seed) {
        return BertTraining.trainStep(model, moments, batch, rate, step, kept, seed);
    }

    /** Fused. */
    @GraphKernel(flags = "--opt_level=1")
    static Step level1(Model model, Moments moments, Batch batch, float rate, int step, double kept, long seed) {
        return BertTraining.trainStep(model, moments, batch, rate, step, kept, seed);
    }

    /** Simplified and fused; kernels are stitched and run in parallel. */
    @GraphKernel(flags = "--opt_level=3")
    static Step level3(Model model, Moments moments, Batch batch, float rate, int step, double kept, long seed) {
        return BertTraining.trainStep(model, moments, batch, rate, step, kept, seed);
    }
}
